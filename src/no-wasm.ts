// `toolwire/no-wasm`: everything but WebAssembly, for pages whose Content-Security-Policy refuses it.
export { type EngineReport, engine } from './scanner/engine.ts';
export { createScanner, type Scanner, type TokenSink } from './scanner/scanner.ts';
export { compileTable, type Dialect, type ScanTable, type TableOptions } from './scanner/table.ts';
export type { Thresholds } from './scanner/thresholds.ts';
export { describeToken, type TokenDescription } from './scanner/tokens.ts';
