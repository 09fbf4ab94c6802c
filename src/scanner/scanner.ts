// Hops 3 and 5 of a delta's path: picks the engine for this delta, runs it, and reads the tape. What may still
// become a marker, an escape or an entity is held back and put before the next delta; nothing else is kept.
import { bind, bindText, tapeWords } from '../../assembly/host';
import { WINDOW } from '../../assembly/layout';
import { Run, scan } from '../../assembly/scanner';
import { rest, ScanState, State } from '../../assembly/state';
import { Header } from '../../assembly/table';
import { TAPE_WORDS } from '../../assembly/tape';
import { wasmEngine } from './engine.ts';
import type { ScanTable } from './table.ts';
import { type Thresholds, thresholdsHere } from './thresholds.ts';
import type { WasmEngine } from './wasm.ts';

/** Takes the tokens of a scanner and decides what it looks for. */
export interface TokenSink {
  /** What to look for: read again after a marker, a stop, or the last closing bracket. */
  readonly table: ScanTable;
  /**
   * Takes a token (`describeToken` unpacks it) and its range in the scanner's `text`. Return true to have the
   * scanner go on right after this token with the current table, whatever it has read beyond it.
   */
  onToken(token: number, start: number, end: number): boolean | undefined;
}

const thresholdsOfHost = thresholdsHere();
const sharedTape = new Int32Array(TAPE_WORDS);

/** The scanner that runs now. One that its sink feeds meanwhile must not touch the shared tape or the WASM module. */
let running: Scanner | undefined;
/** The scanner whose text the TypeScript engine has. */
let bound: Scanner | undefined;

/** Scans one stream of text, delta by delta. */
export class Scanner {
  /** What the ranges of the last tokens point into: the text held back before, then the delta. */
  text = '';
  /** Units of the stream before `text`. */
  offset = 0;

  readonly #sink: TokenSink;
  readonly #thresholds: Thresholds;
  readonly #state = new ScanState();
  #held = '';
  #isWide = false;

  constructor(sink: TokenSink, thresholds: Thresholds) {
    this.#sink = sink;
    this.#thresholds = thresholds;
    this.#rest();
  }

  /** Units read so far; those read twice count twice. */
  get unitsScanned(): number {
    return this.offset + this.text.length - this.#held.length + this.#state.at + this.#state.reread;
  }

  /** Scans a delta; a very long one as several, which is the same. */
  feed(delta: string): void {
    if (delta.length <= WINDOW) {
      if (delta !== '') this.#take(delta, false);
      return;
    }
    for (let at = 0; at < delta.length; at += WINDOW) this.#take(delta.slice(at, at + WINDOW), false);
  }

  /** Ends the stream: what is held back is settled and reported. */
  finish(): void {
    this.#take('', true);
  }

  /** Makes the scanner as new, for another stream. */
  reset(): void {
    Object.assign(this.#state, new ScanState());
    this.text = this.#held = '';
    this.offset = 0;
    this.#isWide = false;
    this.#rest();
  }

  #take(delta: string, last: boolean): void {
    this.offset += this.text.length - this.#held.length;
    this.text = this.#held === '' ? delta : this.#held + delta;
    const end = last ? this.text.length : endOfPairs(this.text);
    const outer = running;
    running = this;
    try {
      this.#scan(end, last, outer === undefined);
    } finally {
      running = outer;
    }
    const keep = end - this.#state.at;
    this.#held = keep === this.text.length ? '' : this.text.slice(keep);
  }

  /** Scans the text up to `end`. Not `alone`: another scanner's tokens are being read. */
  #scan(end: number, last: boolean, alone: boolean): void {
    const tape = alone ? sharedTape : new Int32Array(TAPE_WORDS);
    let wasm = alone ? this.#wasmFor(end) : undefined;
    let result: number;
    bound = undefined;
    do {
      const { table } = this.#sink;
      result = wasm ? wasm.run(this.#state, table, end, last) : -1;
      if (result < 0) {
        wasm = undefined;
        result = this.#runHere(table, tape, end, last);
      }
    } while (this.#report(wasm ? wasm.tape : tape, result, end));
  }

  /** The WASM engine with the text loaded, if it is there and pays. */
  #wasmFor(end: number): WasmEngine | undefined {
    const { text, lex, wide } = this.#thresholds;
    const threshold = this.#isWide ? wide : this.#state.state === State.Text ? text : lex;
    if (end - this.#state.at < threshold) return undefined;
    const wasm = wasmEngine();
    if (!wasm) return undefined;
    const isLoaded = wasm.load(this.text, this.#isWide);
    this.#isWide = wasm.isWide;
    return isLoaded ? wasm : undefined;
  }

  /** One run of the TypeScript engine, with a result as the WASM engine gives it. */
  #runHere(table: ScanTable, tape: Int32Array, end: number, last: boolean): number {
    if (bound !== this) bindText(this.text);
    bound = this;
    bind(table.words, table.starts, tape);
    const run = scan(this.#state, end, last);
    return (tapeWords() << 2) | run;
  }

  /** Hands the tokens of a run to the sink; true if there is more to run. */
  #report(tape: Int32Array, result: number, end: number): boolean {
    const s = this.#state;
    const words = result >> 2;
    const run: Run = result & 3;
    for (let i = 0; i < words; i += 3) {
      const tokenEnd = tape[i + 2] as number;
      if (!this.#sink.onToken(tape[i] as number, tape[i + 1] as number, tokenEnd)) continue;
      s.reread += (run === Run.Done ? end : s.at) - tokenEnd;
      s.at = tokenEnd;
      s.depth = 0;
      this.#rest();
      return true;
    }
    if (run === Run.Stop) this.#rest();
    return run !== Run.Done;
  }

  /** Readies the state for what the sink's table looks for. */
  #rest(): void {
    rest(this.#state, this.#sink.table.words[Header.Rest] as number);
  }
}

/** The end of the text without the first half of a surrogate pair, which waits for the other half. */
function endOfPairs(text: string): number {
  const n = text.length;
  return (text.charCodeAt(n - 1) & 0xfc00) === 0xd800 ? n - 1 : n;
}

/**
 * Creates a scanner that reports to `sink`. `thresholds` say from how many units on WASM is used; default: what pays
 * on this host.
 */
export function createScanner(sink: TokenSink, thresholds: Thresholds = thresholdsOfHost): Scanner {
  return new Scanner(sink, thresholds);
}
