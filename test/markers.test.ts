// An oracle for the marker walk: at each place in turn the longest marker that stands there, found the slow way.
import { compileTable } from 'toolwire';
import { expect, test } from 'vitest';
import { Random } from './support/random.ts';
import { alwaysWasm, joined, neverWasm, record } from './support/tokens.ts';

function findSlowly(text: string, markers: readonly string[]): string[] {
  const lines: string[] = [];
  let start = 0;
  const flush = (end: number) => {
    if (end > start) lines.push(`text ${JSON.stringify(text.slice(start, end))}`);
  };
  for (let at = 0; at < text.length; at++) {
    const found = markers
      .filter((marker) => text.startsWith(marker, at))
      .sort((a, b) => b.length - a.length)[0];
    if (found === undefined) continue;
    flush(at);
    lines.push(`marker ${markers.indexOf(found)} ${JSON.stringify(found)}`);
    start = at + found.length;
    at = start - 1;
  }
  flush(text.length);
  return lines;
}

test('markers that overlap in every way are found leftmost, then longest', () => {
  const random = new Random(99);
  const word = (most: number) =>
    Array.from({ length: 1 + random.below(most) }, () => random.pick(['a', 'b', '<', '｜'])).join('');
  for (let round = 0; round < 3000; round++) {
    const markers = [...new Set(Array.from({ length: 1 + random.below(6) }, () => word(7)))];
    const table = compileTable({ markers });
    const text = word(80);
    const expected = findSlowly(text, markers);
    for (const deltas of [[text], text.split(''), random.cut(text, 9)]) {
      for (const thresholds of [neverWasm, alwaysWasm]) {
        const lines = joined(record(table, deltas, thresholds), text);
        if (lines.join() !== expected.join())
          expect(lines, JSON.stringify({ markers, deltas })).toEqual(expected);
      }
    }
  }
});
