import './watch-wasm.mjs';
import * as toolwire from 'toolwire-packed/no-wasm';
import { smoke } from './smoke.mjs';

console.log(JSON.stringify(smoke(toolwire)));
