// Hops 3 and 5 of a delta's path: picks the engine for this delta, runs it, and reads the tape. What may still
// become a marker, an escape or an entity is held back and put before the next delta; nothing else is kept.
import { bind, bindText, resumePoint, suspend } from '../../assembly/host';
import { WINDOW } from '../../assembly/layout';
import { isPlain, Run, scan } from '../../assembly/scanner';
import { rest, ScanState } from '../../assembly/state';
import { Header } from '../../assembly/table';
import { wasmEngine } from './engine.ts';
import type { ScanTable } from './table.ts';
import { type Thresholds, thresholdsHere } from './thresholds.ts';
import type { WasmEngine } from './wasm.ts';

/** Takes the tokens of a scanner and decides what it looks for. */
export interface TokenSink {
  /** What to look for: read again after a marker, a stop, or the last closing bracket. */
  readonly table: ScanTable;
  /**
   * Takes a token (`describeToken` unpacks it) and its range in the scanner's `text`. Return an index to have the
   * scanner go on from there, with the current table, whatever it has read beyond: from `start`, `end` or between.
   */
  onToken(token: number, start: number, end: number): number | undefined;
}

const thresholdsOfHost = thresholdsHere();

/** Whether a scanner runs now: one that its sink feeds meanwhile must leave the engines as they are. */
let isRunning = false;

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

  /** The end of what was fed, as long as it may still become a marker, an escape or an entity. */
  get held(): string {
    return this.#held;
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
    const s = this.#state;
    const held = this.#held;
    this.offset += this.text.length - held.length;
    const text = held === '' ? delta : held + delta;
    this.text = text;
    const end = last ? text.length : endOfPairs(text);
    const resume = isRunning ? suspend() : undefined;
    isRunning = true;
    try {
      if (resume) this.#scanHere(end, last);
      else this.#scan(end, last);
    } finally {
      if (resume) resume();
      else isRunning = false;
    }
    const keep = end - s.at;
    if (keep < text.length) this.#held = text.slice(keep);
    else if (held !== '') this.#held = '';
  }

  /** Scans the text up to `end`. */
  #scan(end: number, last: boolean): void {
    const wasm = this.#wasmFor(end);
    if (wasm) this.#scanThere(wasm, end, last);
    else this.#scanHere(end, last);
  }

  /** The TypeScript engine. Most deltas are one plain piece: that is seen at once. */
  #scanHere(end: number, last: boolean): void {
    const s = this.#state;
    const sink = this.#sink;
    bindText(this.text);
    bind(sink.table.words, sink.table.starts, sink);
    if (this.#held === '' && isPlain(s, end)) {
      const resumeAt = end > s.start ? sink.onToken(s.piece, s.start, end) : undefined;
      s.at = s.start = 0;
      if (resumeAt === undefined) return;
      this.#goesOn(Run.Done, resumeAt, end);
      bind(sink.table.words, sink.table.starts, sink);
    }
    while (this.#goesOn(scan(s, end, last), resumePoint(), end))
      bind(sink.table.words, sink.table.starts, sink);
  }

  /**
   * The WASM engine, and then the tape. A table too large for its memory is left to TypeScript, and so is the rest of
   * a delta in which the sink went back: TypeScript reads no further than it must, so no unit is read a third time.
   */
  #scanThere(wasm: WasmEngine, end: number, last: boolean): void {
    let isBack = false;
    let goesOn = true;
    while (goesOn) {
      const result = isBack ? -1 : wasm.run(this.#state, this.#sink.table, end, last);
      if (result < 0) {
        this.#scanHere(end, last);
        return;
      }
      const { reread } = this.#state;
      goesOn = this.#goesOn(result & 3, this.#report(wasm.tape, result >> 2), end);
      isBack = this.#state.reread > reread;
    }
  }

  /** Hands the tokens on the tape to the sink; returns where it wants to go on, or -1. */
  #report(tape: Int32Array, words: number): number {
    for (let i = 0; i < words; i += 3) {
      const at = this.#sink.onToken(tape[i] as number, tape[i + 1] as number, tape[i + 2] as number);
      if (at !== undefined) return at;
    }
    return -1;
  }

  /** After a run: whether there is more to scan, and readies the state for it. */
  #goesOn(run: Run, resumeAt: number, end: number): boolean {
    if (resumeAt >= 0) {
      const s = this.#state;
      s.reread += (run === Run.Done ? end : s.at) - resumeAt;
      s.at = resumeAt;
      s.depth = 0;
    }
    if (resumeAt >= 0 || run === Run.Stop) this.#rest();
    return resumeAt >= 0 || run !== Run.Done;
  }

  /** The WASM engine with the text loaded, if it is there and pays. */
  #wasmFor(end: number): WasmEngine | undefined {
    const { ascii, wide } = this.#thresholds;
    const units = end - this.#state.at;
    if (units < (this.#isWide ? wide : ascii)) return undefined;
    const wasm = wasmEngine();
    if (!wasm) return undefined;
    if (!this.#isWide && wasm.load(this.text)) return wasm;
    this.#isWide = true;
    return units >= wide && wasm.loadWide(this.text) ? wasm : undefined;
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
