// Counts the calls into WASM, which tells an engine that works from one that is only loaded.
// To be imported before the package, which instantiates its module while it is evaluated.

let calls = 0;

function watch(value) {
  if (typeof value !== 'function') return value;
  return (...args) => {
    calls++;
    return value(...args);
  };
}

const { Instance } = WebAssembly;
WebAssembly.Instance = function WatchedInstance(module) {
  const exports = Object.entries(new Instance(module).exports);
  return { exports: Object.fromEntries(exports.map(([name, value]) => [name, watch(value)])) };
};

export const countWasmCalls = () => calls;
