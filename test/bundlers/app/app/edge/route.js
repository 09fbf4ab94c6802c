import '../../watch-wasm.mjs';
import * as toolwire from 'toolwire-packed/edge-light';
import { smoke } from '../../smoke.mjs';

export const runtime = 'edge';

export const GET = () => Response.json(smoke(toolwire));
