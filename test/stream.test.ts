// What holds for a stream as a whole: linear work, no lasting state, sinks that steer, large deltas, many tables.
import { compileTable, createScanner, type ScanTable } from 'toolwire';
import { describe, expect, test } from 'vitest';
import { dialects } from './support/dialects.ts';
import { Random } from './support/random.ts';
import { alwaysWasm, joined, neverWasm, Recorder, record, type Steering } from './support/tokens.ts';

const engines = { ts: neverWasm, wasm: alwaysWasm };
const MARKER = 2;

const fence = compileTable({ markers: ['<tool_call>', '```tool_call', '</tool_call>'] });
const entities = compileTable({ markers: ['<'], entities: true });
const relaxed = compileTable({ lex: dialects.relaxed ?? {}, markers: ['</tool_call>'] });
const expression = compileTable({ lex: dialects.expression ?? {} });

const MEGABYTE = 1 << 20;
const fill = (piece: string) => piece.repeat(Math.ceil(MEGABYTE / piece.length)).slice(0, MEGABYTE);

describe('1 MB in deltas of 4 units is read in linear time', () => {
  const texts: [string, ScanTable, string][] = [
    ['prose', fence, fill('The quick brown fox jumps over the lazy dog. ')],
    ['one long string', relaxed, `{"content":"${fill('a line of text\\n')}`],
    ['one long word', relaxed, fill('word')],
    ['structure', relaxed, fill('{"a":[1,2,{"b":"c"}]},')],
    ['escapes alone', relaxed, `"${fill('\\ud83d\\ude00\\u12')}`],
    ['entities alone', entities, fill('&amp;&#1;&')],
    ['nothing but candidates', fence, fill('<tool_cal')],
    ['nothing but fences', fence, fill('`')],
    ['near misses while lexing', relaxed, fill('</tool_cal')],
    ['nothing but quotes', expression, fill('"')],
    ['nothing but slashes', relaxed, fill('/* */ / ')],
  ];
  test.each(texts)('%s', (_, table, text) => {
    for (const thresholds of Object.values(engines)) {
      const recorder = new Recorder(table, thresholds);
      for (let at = 0; at < text.length; at += 4) recorder.scanner.feed(text.slice(at, at + 4));
      recorder.scanner.finish();
      expect(recorder.scanner.unitsScanned).toBeGreaterThanOrEqual(text.length);
      expect(recorder.scanner.unitsScanned).toBeLessThanOrEqual(2 * text.length);
    }
  });
});

describe.each(Object.entries(engines))('%s', (_, thresholds) => {
  test('one delta of 1 MB gives the tokens of small ones, however full the tape', () => {
    const text = fill('{"a":[1,2,{"b":"c\\n"}],"é":"天気"} ');
    const whole = joined(record(relaxed, [text], thresholds), text);
    expect(whole.length).toBeGreaterThan(300_000);
    expect(whole).toEqual(joined(record(relaxed, new Random(1).cut(text, 5000), neverWasm), text));
  });

  test('streams do not disturb each other', () => {
    const text = 'a <tool_call>{"s":"x\\n"}</tool_call> b ```tool_call &';
    const alone = record(fence, [text], thresholds);
    const streams = Array.from({ length: 50 }, () => new Recorder(fence, thresholds));
    for (const unit of text) for (const { scanner } of streams) scanner.feed(unit);
    for (const { scanner, tokens } of streams) {
      scanner.finish();
      expect(joined(tokens, text)).toEqual(joined(alone, text));
    }
  });

  test('more tables than the module has room for', () => {
    const tables = Array.from({ length: 60 }, (_, i) =>
      compileTable({ markers: Array.from({ length: 100 }, (_, k) => `<tool_${i}_${k}>`) }),
    );
    for (let round = 0; round < 3; round++) {
      tables.forEach((table, i) => {
        const text = `${'x'.repeat(100)}<tool_${i}_7><tool_${i + 1}_7>`;
        expect(joined(record(table, [text], thresholds), text)[1]).toBe(`marker 7 "<tool_${i}_7>"`);
      });
    }
  });

  test('a table larger than the module takes', () => {
    const markers = Array.from({ length: 9000 }, (_, i) => `<${'long'.repeat(3)}_${i}>`);
    const text = `a ${markers[8999]} b`;
    const lines = joined(record(compileTable({ markers }), [text], thresholds), text);
    expect(lines).toEqual(['text "a "', `marker 8999 ${JSON.stringify(markers[8999])}`, 'text " b"']);
  });

  test('a sink changes the table at a marker', () => {
    const text = 'say <tool_call>{"s":"```tool_call"} </tool_call> so';
    let isInside = false;
    const steer: Steering = ([token]) => {
      if ((token & 0xff) !== MARKER) return undefined;
      isInside = !isInside;
      return { table: isInside ? relaxed : fence };
    };
    expect(joined(record(fence, [text], thresholds, steer), text)).toEqual([
      'text "say "',
      'marker 0 "<tool_call>"',
      'open "{"',
      'string " "s"',
      'punct ":"',
      'string " "```tool_call"',
      'close "}"',
      'marker 0 "</tool_call>"',
      'text " so"',
    ]);
  });

  test('a sink goes on after any token with another table', () => {
    const text = '[1, 2] <tool_call> [3, 4] <tool_call>';
    const steer: Steering = ([token, , end]) =>
      (token & 0xff) === 3 && end === 5 ? { table: fence, reenter: true } : undefined;
    expect(joined(record(relaxed, [text], thresholds, steer), text)).toEqual([
      'open "["',
      'word "1"',
      'punct ","',
      'word "2"',
      'text "] "',
      'marker 0 "<tool_call>"',
      'text " [3, 4] "',
      'marker 0 "<tool_call>"',
    ]);
  });

  test('a sink may feed another scanner', () => {
    const text = `a <tool_call> b ${'c'.repeat(200)} </tool_call>`;
    const inner = new Recorder(relaxed, thresholds);
    const outer = new Recorder(fence, thresholds, () => {
      inner.scanner.feed('{"a":');
      inner.scanner.feed(' 1},');
      return undefined;
    });
    outer.scanner.feed(text);
    outer.scanner.finish();
    expect(joined(outer.tokens, text)).toEqual(joined(record(fence, [text], thresholds), text));
    expect(inner.tokens).toHaveLength(4 * 6);
  });

  test('a sink that throws leaves the engines usable', () => {
    const bad = createScanner(
      {
        table: fence,
        onToken: () => {
          throw new Error('no');
        },
      },
      thresholds,
    );
    expect(() => bad.feed('x'.repeat(100))).toThrow('no');
    expect(joined(record(fence, ['a <tool_call>'], thresholds), 'a <tool_call>')).toHaveLength(2);
  });

  test('reset makes a scanner as new', () => {
    const recorder = new Recorder(relaxed, thresholds);
    recorder.scanner.feed('{"a": "unfinished \\u12');
    recorder.scanner.reset();
    expect(recorder.scanner.unitsScanned).toBe(0);
    recorder.take();
    recorder.scanner.feed('[1]');
    recorder.scanner.finish();
    expect(joined(recorder.tokens, '[1]')).toEqual(['open "["', 'word "1"', 'close "]"']);
  });

  test('half a surrogate pair waits for the other half', () => {
    const deltas = ['a\ud83d', '\ude00b', '\ud83d', 'c', '\ude00'];
    const recorder = new Recorder(fence, thresholds);
    const seen = deltas.map((delta) => {
      recorder.scanner.feed(delta);
      return recorder
        .take()
        .map(([, start, end]) => deltas.join('').slice(start, end))
        .join('');
    });
    expect(seen).toEqual(['a', '😀b', '', '\ud83dc', '\ude00']);
  });
});
