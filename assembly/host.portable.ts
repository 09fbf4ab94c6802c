// The scanner's host in TypeScript: reads the caller's string and a table's words as they are, and hands tokens
// straight to the sink: the tape is for the border to WASM. Its twin `host.ts` must give the same answers for every
// input; the differential fuzz run sees to it.
import { Char } from './chars';
import type { ScanState } from './state';
import { CLASSES, Ends } from './table';

/** As much of a sink as is called here: a number asks the scanner to go on from there. */
export interface Sink {
  onToken(token: number, start: number, end: number): number | undefined;
}

/** From this many units on, text is searched with `indexOf`: a shorter loop is quicker than the calls. */
const LONG = 24;

let text = '';
let words: Int32Array = new Int32Array(0);
let starts = '';
let sink: Sink = { onToken: () => undefined };
let resumeAt = -1;

/** By ASCII unit: where it stands next in the text, at or after the place last searched; -1 = not searched yet. */
const nextAt = new Int32Array(128);

/** Takes the text to scan. */
export function bindText(input: string): void {
  text = input;
  if (input.length > LONG) nextAt.fill(-1);
}

/**
 * Starts a run with the words of a table. `firsts` are the units that end a run of text, if they are ASCII and few
 * enough to be searched one by one. Variables are written only if they change: storing a young object costs.
 */
export function bind(table: Int32Array, firsts: string, output: Sink): void {
  if (words !== table) {
    words = table;
    starts = firsts;
  }
  if (sink !== output) sink = output;
  resumeAt = -1;
}

/** Lets another scanner run in the middle of this run; call the result when it is done. */
export function suspend(): () => void {
  const saved = [text, words, starts, sink, resumeAt] as const;
  return () => {
    bindText(saved[0]);
    [, words, starts, sink, resumeAt] = saved;
  };
}

/** Where the sink asked to go on, or -1. */
export function resumePoint(): number {
  return resumeAt;
}

/** Word `index` of the table. */
export function word(index: i32): i32 {
  return words[index] as number;
}

/** The unit at `at`. */
export function unitAt(at: i32): i32 {
  return text.charCodeAt(at);
}

/** The class of a unit. */
export function classOf(unit: i32): i32 {
  return words[CLASSES + (unit < 255 ? unit : 255)] as number;
}

/** Whether to go on: not if the sink wants to resume elsewhere. */
export function hasRoom(): bool {
  return resumeAt < 0;
}

/** Hands a token to the sink. */
export function emit(token: i32, start: i32, end: i32): void {
  if (resumeAt < 0) resumeAt = sink.onToken(token, start, end) ?? -1;
}

/** The next unit from `at` on whose class has the bit `ends`, or `n`. */
export function find(ends: i32, at: i32, n: i32): i32 {
  const input = text;
  const table = words;
  while (at < n) {
    const unit = input.charCodeAt(at);
    if (((table[CLASSES + (unit < 255 ? unit : 255)] as number) & ends) !== 0) return at;
    at++;
  }
  return n;
}

/** The same for the end of a run of text, which may be long. */
export function findInText(at: i32, n: i32): i32 {
  if (n - at <= LONG || starts === '') return find(Ends.Text, at, n);
  const near = find(Ends.Text, at, at + LONG);
  return near < at + LONG ? near : findStart(near, n);
}

/** The next of the few units that end text: one native search each, remembered while its find lies ahead. */
function findStart(at: i32, n: i32): i32 {
  let nearest = n;
  for (let k = 0; k < starts.length; k++) {
    const unit = starts.charCodeAt(k);
    let next = nextAt[unit] as number;
    if (next < at) {
      next = text.indexOf(starts[k] as string, at);
      if (next < 0) next = text.length;
      nextAt[unit] = next;
    }
    if (next < nearest) nearest = next;
  }
  return nearest;
}

/** The next `unit` (ASCII) from `at` on, or `n`. */
export function findUnit(unit: i32, at: i32, n: i32): i32 {
  while (at < n && text.charCodeAt(at) !== unit) at++;
  return at;
}

/**
 * Goes on to the end of the bracketed value that is open. Only double quotes make strings, and a backslash escapes
 * the next unit anywhere. Returns where it stopped; `s.depth` is `s.count` there if the value ended.
 */
export function skipNested(s: ScanState, n: i32): i32 {
  const input = text;
  let at = s.at;
  let depth = s.depth - s.count;
  let inString = (s.value & 1) !== 0;
  let isEscaped = (s.value & 2) !== 0;
  while (at < n) {
    const unit = input.charCodeAt(at++);
    if (isEscaped) isEscaped = false;
    else if (unit === Char.Backslash) isEscaped = true;
    else if (unit === Char.Quote) inString = !inString;
    else if (!inString) {
      const folded = unit | 0x20; // `[` and `{`, `]` and `}` differ in this bit only
      if (folded === 0x7b) depth++;
      else if (folded === 0x7d && --depth === 0) break;
    }
  }
  s.depth = depth + s.count;
  s.value = (inString ? 1 : 0) | (isEscaped ? 2 : 0);
  return at;
}
