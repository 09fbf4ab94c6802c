// Which engine scans a delta. The TypeScript one is always there; the WASM one once an entry point has loaded it.
// Both give the same tokens, so the choice is one of speed alone and may change from delta to delta.
import { WasmEngine } from './wasm.ts';

/** Which engine this entry point got, and why. */
export interface EngineReport {
  /** `'wasm'`: long deltas are scanned in WebAssembly. `'ts'`: everything is scanned in TypeScript. */
  name: 'wasm' | 'ts';
  /** How it was loaded, or why it could not be. */
  why: string;
}

let wasm: WasmEngine | undefined;
let why = 'this entry point never loads WebAssembly';

/** Tells which engine runs here. Results are the same with both. */
export function engine(): EngineReport {
  return { name: wasm ? 'wasm' : 'ts', why };
}

/**
 * Loads the WASM engine, once, while the entry point is evaluated: the only moment at which Workers allow it. Hosts
 * that refuse (a strict Content-Security-Policy, Vercel Edge, old Workers compatibility dates) keep TypeScript.
 * @internal
 */
export function loadWasm(how: string, getModule: () => WebAssembly.Module): void {
  if (wasm) return;
  try {
    wasm = new WasmEngine(getModule());
    why = how;
  } catch (error) {
    why = `WebAssembly was refused: ${error instanceof Error ? error.message : error}`;
  }
}

/**
 * The WASM engine, if it is loaded.
 * @internal
 */
export function wasmEngine(): WasmEngine | undefined {
  return wasm;
}
