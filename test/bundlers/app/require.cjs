require('./watch-wasm.mjs');
const toolwire = require('toolwire-packed');
const { smoke } = require('./smoke.mjs');

console.log(JSON.stringify(smoke(toolwire)));
