import './watch-wasm.mjs';
import * as toolwire from 'toolwire-packed';
import { smoke } from './smoke.mjs';

export default { fetch: () => Response.json(smoke(toolwire)) };
