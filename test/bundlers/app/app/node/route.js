import '../../watch-wasm.mjs';
import * as toolwire from 'toolwire-packed';
import { smoke } from '../../smoke.mjs';

export const dynamic = 'force-dynamic';

export const GET = () => Response.json(smoke(toolwire));
