// Differential fuzzing: random tables, texts and cuts go through both engines, and every delta must give the same
// tokens; then through other cuts, and the joined tokens must be the same again. Seeded: a failure names its seed.
import { compileTable, type ScanTable, type TableOptions } from 'toolwire';
import { dialects } from './dialects.ts';
import { Random } from './random.ts';
import { alwaysWasm, joined, neverWasm, Recorder, record, type Steering, type Token } from './tokens.ts';

const knownMarkers = [
  '<tool_call>', '</tool_call>', '<call>', '</call>', '```tool_call', '```', '<|tool_call_begin|>', '<|', '|>',
  '<｜tool▁calls▁begin｜>', '<｜tool▁call▁end｜>', '｜DSML｜', '[TOOL_CALLS]', '[', '{', ']<]minimax[>[', '<function=',
  '</function>', '<', '</', '<!--', '-->', ']]>', '<![CDATA[', 'functools[', '<|"|>', '"""', '<get_weather>', '😀',
]; // biome-ignore format: a list

const fragments = [
  ...knownMarkers, '{"a":', '"b":', "'c':", '"', "'", '\\"', "\\'", '\\n', '\\\\', '\\', '\\u00e9', '\\ud83d\\ude00', '\\ud83d', '\\u12',
  '\\x4', '\\U0001F600', '{', '}', '[', ']', '(', ')', ',', ':', '=', ';', '/', '//x\n', '/* y */', '/*', '*/', '*', '&amp;', '&lt', '&#x41;',
  '&', '&averyverylongname;', '1', '-2.5e+3', 'true', 'None', 'name', ' ', '\n', '\t', '\0', '\r\n', 'é', '—', '天気', '😀', '\ud83d', '\ude00',
  '"""', "'''", '""', "''", '<', '>', '/>', '</a>', '<a b="c">', '<!-', ']]', 'The quick brown fox ', 'k=v ', 'x="y" ',
]; // biome-ignore format: a list

/** What a run has done. */
export interface FuzzReport {
  streams: number;
  comparisons: number;
  units: number;
}

/** Runs seeds `from`, `from + 1`, … until `enough` says so. Throws at the first difference. */
export function fuzz(from: number, enough: (report: FuzzReport) => boolean): FuzzReport {
  const report: FuzzReport = { streams: 0, comparisons: 0, units: 0 };
  for (let seed = from; !enough(report); seed++) {
    try {
      fuzzStream(new Random(seed * 7919), report);
    } catch (error) {
      throw new Error(`seed ${seed}: ${error instanceof Error ? error.message : error}`, { cause: error });
    }
  }
  return report;
}

function fuzzStream(random: Random, report: FuzzReport): void {
  const tables = Array.from({ length: 1 + random.below(3) }, () => compileTable(randomTable(random)));
  const text = randomText(random);
  const start = random.pick(tables);
  const steer = randomSteering(random, tables);
  const deltas = random.cut(text, random.pick([1, 4, 12, 64, 1024, 100_000]));

  const ts = new Recorder(start, neverWasm, steer());
  const wasm = new Recorder(start, alwaysWasm, steer());
  const mixed = new Recorder(start, { ascii: 5, wide: 9 }, steer());
  for (const [index, delta] of [...deltas, undefined].entries()) {
    for (const { scanner } of [ts, wasm, mixed]) delta === undefined ? scanner.finish() : scanner.feed(delta);
    const expected = ts.take();
    checkSame(`delta ${index}`, expected, wasm.take());
    checkSame(`delta ${index}, mixed`, expected, mixed.take());
    report.comparisons += 2;
  }
  const whole = joined(record(start, [text], neverWasm, steer()), text);
  const again = joined(record(start, deltas, neverWasm, steer()), text);
  checkSame('whole and cut', whole, again);
  report.comparisons += 1;
  report.streams += 1;
  report.units += text.length;
}

function checkSame(what: string, expected: readonly unknown[], actual: readonly unknown[]): void {
  for (let i = 0; i < Math.max(expected.length, actual.length); i++) {
    const [a, b] = [JSON.stringify(expected[i]), JSON.stringify(actual[i])];
    if (a !== b) throw new Error(`${what}, token ${i}: ${a} and ${b}`);
  }
}

function randomTable(random: Random): TableOptions {
  const markers = new Set<string>();
  const count = random.pick([0, 1, 1, 2, 3, 5, 12, 200]);
  for (let i = 0; i < count; i++)
    markers.add(random.oneIn(3) ? randomMarker(random) : random.pick(knownMarkers));
  const name = random.pick([...Object.keys(dialects), 'text', 'text', 'text']);
  const lex = dialects[name];
  return { markers: [...markers], ...(lex && { lex }), entities: random.oneIn(3) };
}

/** A short word over few letters, so that markers overlap in every way. */
function randomMarker(random: Random): string {
  return Array.from({ length: 1 + random.below(6) }, () => random.pick('<`ab｜')).join('');
}

function randomText(random: Random): string {
  const size = random.oneIn(500)
    ? 60_000
    : random.oneIn(30)
      ? 3000
      : random.pick([0, 3, 10, 20, 40, 40, 100, 300]);
  const few = random.oneIn(3) ? Array.from({ length: 4 }, () => random.pick(fragments)) : fragments;
  let text = '';
  while (text.length < size) text += random.oneIn(12) ? randomMarker(random) : random.pick(few);
  return random.oneIn(6) ? text.slice(0, size) : text;
}

/** A reader that changes the table at stops, as a function of where it stands alone, so that cuts do not matter. */
function randomSteering(random: Random, tables: readonly ScanTable[]): () => Steering {
  const salt = random.below(1000);
  const reenters = random.oneIn(3);
  return () =>
    ([token, , end]: Token) => {
      const isMarker = (token & 0xff) === 2;
      const hash = Math.imul(end + salt, 0x9e3779b1) >>> 16;
      if (isMarker) return { table: tables[hash % tables.length] as ScanTable };
      const isPunct = (token & 0xff) === 5;
      if (isPunct && reenters && hash % 5 === 0) return { table: tables[0] as ScanTable, reenter: true };
      return undefined;
    };
}
