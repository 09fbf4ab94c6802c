// Times the scanner on one kind of text, where this runs: units per delta × ASCII or mixed × engine. Bundled by
// `scanner.mjs` and run from scratch by a host of `hosts.mjs`, of which it uses `performance.now` alone. All variants
// take turns in every round, so that noise falls on all of them.
import {
  compileTable,
  createScanner,
  engine,
  type ScanTable,
  type Thresholds,
  type TokenSink,
} from 'toolwire';
import { WINDOW } from '../../assembly/layout';
import { Kind } from '../../assembly/tape';
import { Random } from '../support/random.ts';
import { alwaysWasm, neverWasm } from '../support/tokens.ts';
import { HandJson, HandNested, HandText } from './hand.ts';
import { median } from './median.ts';
import * as texts from './texts.ts';

export { median };

/** Forty openers, as when several formats are read at once. */
const openers = [
  '<tool_call>', '</tool_call>', '```tool_call', '[TOOL_CALLS]', '<|tool_call_begin|>', '<function=', '<think>', '</think>',
  ...Array.from({ length: 32 }, (_, i) => `<${'get set add run list find'.split(' ')[i % 6]}_thing_${i}>`),
]; // biome-ignore format: a list

const json = { brackets: '{}[]', punctuation: ':,' };
const text = compileTable({ markers: openers });
const tokens = compileTable({ lex: json, markers: ['</tool_call>'] });
const nested = compileTable({ lex: { ...json, nestFrom: 0 }, markers: ['</tool_call>'] });
const expression = compileTable({
  lex: { brackets: '()[]{}', punctuation: ',=:', quotes: `"'`, triple: true },
});
const xmlText = compileTable({ markers: ['<', '</', '<!--', '<![CDATA['], entities: true });
const tag = compileTable({
  lex: { stops: '>', punctuation: '=/', quotes: `"'`, backslash: false },
  entities: true,
});

/** A sink that does what any reader must: look at the token, and perhaps change the table. */
class Reader implements TokenSink {
  sum = 0;

  constructor(
    public table: ScanTable,
    readonly steer?: Steer,
  ) {}

  onToken(token: number, start: number, end: number): undefined {
    this.sum = (Math.imul(this.sum, 31) + end - start + token) | 0;
    this.steer?.(this, token);
  }
}
type Steer = (reader: Reader, token: number) => void;

interface Subject {
  text(units: number, mixed: boolean): string;
  start: ScanTable;
  steer?: Steer;
  hand?(sink: Reader): { feed(delta: string): void };
}

const toXml: Steer = (reader, token) => {
  if ((token & 0xff) === Kind.Marker) reader.table = tag;
  else if (token === (Kind.Punct | (0x3e << 16))) reader.table = xmlText;
};
const toSession =
  (body: ScanTable): Steer =>
  (reader, token) => {
    if (token === Kind.Marker) reader.table = body;
    else if ((token & 0xff) === Kind.Marker) reader.table = text;
  };

export const subjects: Record<string, Subject> = {
  prose: { text: texts.prose, start: text, hand: (sink) => new HandText(sink, openers) },
  'prose with code': { text: texts.code, start: text, hand: (sink) => new HandText(sink, openers) },
  'JSON, long strings': {
    text: texts.longStrings,
    start: tokens,
    hand: (sink) => new HandJson(sink, '</tool_call>'),
  },
  'JSON, structured, whole values': {
    text: texts.structured,
    start: nested,
    hand: (sink) => new HandNested(sink),
  },
  'JSON, structured, every token': {
    text: texts.structured,
    start: tokens,
    hand: (sink) => new HandJson(sink, '</tool_call>'),
  },
  'XML with entities': { text: texts.xml, start: xmlText, steer: toXml },
  'call expressions': { text: texts.expressions, start: expression },
  'mix, whole values': { text: texts.session, start: text, steer: toSession(nested) },
  'mix, every token': { text: texts.session, start: text, steer: toSession(tokens) },
};

/** What to time: a key of `subjects`, the units per delta, and how often. */
export interface Plan {
  subject: string;
  sizes: number[];
  rounds: number;
}

/** Nanoseconds per unit, by variant. */
export type Row = { size: number; mixed: boolean } & Record<'ts' | 'wasm' | 'chosen' | 'hand', number>;

/** Rounds before those that count: engines compile in steps. */
const WARM_UP = 6;

/** Times one subject, here. */
export function run({ subject, sizes, rounds }: Plan): Row[] {
  const { name, why } = engine();
  if (name !== 'wasm') throw new Error(`no WASM to time: ${why}`);
  return sizes.flatMap((size) =>
    [false, true].map((mixed) => time(subjects[subject] as Subject, size, mixed, rounds)),
  );
}

function time(subject: Subject, size: number, mixed: boolean, rounds: number): Row {
  const units = Math.max(size, 65536);
  const whole = subject.text(units, mixed).slice(0, units);
  const deltas: string[] = [];
  for (let at = 0; at < units; at += size) deltas.push(whole.slice(at, at + size));

  const scan = (thresholds?: Thresholds) => () => {
    const sink = new Reader(subject.start, subject.steer);
    const scanner = createScanner(sink, thresholds);
    for (const delta of deltas) scanner.feed(delta);
    return sink.sum;
  };
  const { hand } = subject;
  const variants = {
    ts: scan(neverWasm),
    wasm: scan(alwaysWasm),
    chosen: scan(),
    ...(hand && {
      hand: () => {
        const sink = new Reader(subject.start);
        const scanner = hand(sink);
        for (const delta of deltas) scanner.feed(delta);
        return sink.sum;
      },
    }),
  };
  const sums = new Set(Object.values(variants).map((go) => go()));
  if (sums.size > 1 && size <= WINDOW) throw new Error(`the tokens differ at ${size} units per delta`);
  const samples = Object.entries(variants).map(([key, go]) => ({ key, go, times: [] as number[] }));
  const random = new Random(size);
  for (let round = -WARM_UP; round < rounds; round++) {
    for (const { go, times } of samples.sort(() => random.below(3) - 1)) {
      const taken = sample(go);
      if (round >= 0) times.push(taken);
    }
  }
  const result: Row = { size, mixed, ts: 0, wasm: 0, chosen: 0, hand: 0 };
  for (const { key, times } of samples) result[key as 'ts'] = (median(times) * 1e6) / units;
  return result;
}

/** Milliseconds that one `go` takes: a mean over 2 ms, or over eight ticks of a clock that ticks slowly. */
function sample(go: () => void): number {
  const before = nextTick();
  const began = nextTick();
  const least = Math.max(2, 8 * (began - before));
  let times = 0;
  let taken = 0;
  for (; taken < least; taken = performance.now() - began) {
    go();
    times++;
  }
  return taken / times;
}

/** The time right after the clock has moved: Chromium's does so every 0.1 ms, workerd's every 1 ms. */
function nextTick(): number {
  const now = performance.now();
  let next = now;
  while (next === now) next = performance.now();
  return next;
}
