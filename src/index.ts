// `toolwire`: everything, with the WASM engine compiled from inlined bytes where the host allows it.
import { loadWasm } from './scanner/engine.ts';
import { compileInlined } from './scanner/load-inline.ts';

loadWasm('compiled from the inlined bytes', compileInlined);

export * from './no-wasm.ts';
