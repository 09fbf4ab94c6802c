// The WASM engine: one instance of the scanner module serves all streams. Nothing of a stream stays in it: its
// state is copied in before a run and out after it, its tables are copied in when first used.
import {
  BYTES_AT,
  INPUT_UNITS,
  MEMORY_END,
  STATE_AT,
  TABLES_AT,
  TAPE_AT,
  UNITS_AT,
} from '../../assembly/layout';
import type { ScanState } from '../../assembly/state';
import { TAPE_WORDS } from '../../assembly/tape';
import type { ScanTable } from './table.ts';

interface ScannerExports {
  memory: WebAssembly.Memory;
  scan(n: number, last: number, wide: number, table: number): number;
  narrow(n: number): void;
}

/** Node's `Buffer` as far as it is used here. It writes UTF-16 at memory speed; nothing on the web does. */
interface Utf16Writer {
  write(text: string, offset: number, encoding: 'utf16le'): number;
}

/** Fillings of any engine's memory so far. */
let epochs = 0;

/** Copies text and state into the scanner module and runs it. */
export class WasmEngine {
  /** What the last run wrote. */
  readonly tape: Int32Array;
  /** Whether the text last loaded may have units above 127. */
  isWide = false;

  readonly #scan: ScannerExports['scan'];
  readonly #narrow: ScannerExports['narrow'];
  readonly #state: Int32Array;
  readonly #memory: Uint8Array;
  readonly #bytes: Uint8Array;
  readonly #units: Utf16Writer | undefined;
  readonly #encoder = new TextEncoder();
  #tablesEnd = TABLES_AT;
  #epoch = ++epochs;

  constructor(module: WebAssembly.Module) {
    const { memory, scan, narrow } = new WebAssembly.Instance(module).exports as unknown as ScannerExports;
    const { buffer } = memory;
    this.#scan = scan;
    this.#narrow = narrow;
    this.#state = new Int32Array(buffer, STATE_AT);
    this.tape = new Int32Array(buffer, TAPE_AT, TAPE_WORDS);
    this.#memory = new Uint8Array(buffer);
    this.#bytes = new Uint8Array(buffer, BYTES_AT, INPUT_UNITS);
    this.#units = utf16Writer(buffer);
  }

  /** Loads a text. False if it has units above 127. */
  load(text: string): boolean {
    this.isWide = this.#encoder.encodeInto(text, this.#bytes).written !== text.length;
    return !this.isWide;
  }

  /** Loads a text that may have any units. False if the host has no fast way to do that. */
  loadWide(text: string): boolean {
    if (!this.#units) return false;
    this.isWide = true;
    this.#units.write(text, 0, 'utf16le');
    this.#narrow(text.length);
    return true;
  }

  /** One run over `n` loaded units: the words on the tape, times four, plus the `Run`. -1: the table does not fit. */
  run(s: ScanState, table: ScanTable, n: number, last: boolean): number {
    if (table.epoch !== this.#epoch && !this.#place(table)) return -1;
    const state = this.#state;
    state[0] = s.state;
    state[1] = s.at;
    state[2] = s.start;
    state[3] = s.hold;
    state[4] = s.piece;
    state[5] = s.node;
    state[6] = s.depth;
    state[7] = s.quote;
    state[8] = s.count;
    state[9] = s.value;
    state[10] = s.tried;
    state[11] = s.reread;
    const result = this.#scan(n, last ? 1 : 0, this.isWide ? 1 : 0, table.address);
    s.state = state[0] as number;
    s.at = state[1] as number;
    s.start = state[2] as number;
    s.hold = state[3] as number;
    s.piece = state[4] as number;
    s.node = state[5] as number;
    s.depth = state[6] as number;
    s.quote = state[7] as number;
    s.count = state[8] as number;
    s.value = state[9] as number;
    s.tried = state[10] as number;
    s.reread = state[11] as number;
    return result;
  }

  /** Copies a table in, after all others; when the room is used up, they all have to come again. */
  #place(table: ScanTable): boolean {
    const size = table.words.byteLength;
    if (size > MEMORY_END - TABLES_AT) return false;
    if (this.#tablesEnd + size > MEMORY_END) {
      this.#tablesEnd = TABLES_AT;
      this.#epoch = ++epochs;
    }
    table.address = this.#tablesEnd;
    table.epoch = this.#epoch;
    this.#memory.set(new Uint8Array(table.words.buffer), table.address);
    this.#tablesEnd += size;
    return true;
  }
}

/** A writer over the window's units, where the host has one: Node, Bun, workerd with `nodejs_compat`. */
function utf16Writer(buffer: ArrayBuffer): Utf16Writer | undefined {
  const host = globalThis as {
    Buffer?: { from(buffer: ArrayBuffer, at: number, length: number): Utf16Writer };
  };
  return host.Buffer?.from(buffer, UNITS_AT, 2 * INPUT_UNITS);
}
