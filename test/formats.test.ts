// The formats' cases (`cases/<format>/*.txt`): each read whole, unit by unit, at every single cut and at seeded cuts,
// as events by both engines, as stream and as generate, with the same joined result.
import { type Format, formats, type Issue } from 'toolwire';
import { describe, expect, test } from 'vitest';
import { readFormatCases } from './support/cases.ts';
import { everyCut } from './support/random.ts';
import { readEvents, readStream, readWhole } from './support/readings.ts';
import { alwaysWasm, neverWasm } from './support/tokens.ts';
import { tools, toolsNamed } from './support/tools.ts';

const files = import.meta.glob<string>(['./cases/*/*.txt', '!./cases/scanner/*'], {
  query: '?raw',
  import: 'default',
  eager: true,
});
const byName = new Map<string, Format>(Object.values(formats).map((format) => [format.name, format]));
const nameOf = (file: string) => file.split('/')[2] ?? '';

test('every format has cases, and every folder of cases has its format', () => {
  expect([...new Set(Object.keys(files).map(nameOf))].sort()).toEqual([...byName.keys()].sort());
});

/** All codes; the type sees to it. */
const codes: Record<Issue['code'], true> = {
  'single-quotes': true,
  'bare-word': true,
  'python-literal': true,
  'trailing-comma': true,
  'missing-comma': true,
  comment: true,
  'raw-control': true,
  'odd-escape': true,
  'duplicate-key': true,
  'string-arguments': true,
  'unclosed-call': true,
  'unclosed-element': true,
  'extra-closer': true,
  'name-variant': true,
  'malformed-call': true,
  'cut-off-call': true,
  'nameless-call': true,
  'unknown-tool': true,
  limit: true,
};

test('every code of an issue has its case', () => {
  const expected = Object.values(files).join('\n');
  expect(Object.keys(codes).filter((code) => !expected.includes(`\nissue ${code}\n`))).toEqual([]);
});

/** The parts of a case, then its issues: in parts, an issue does not come between two texts. */
function apart(lines: readonly string[]): string[] {
  const parts: string[] = [];
  for (const line of lines.filter((line) => !line.startsWith('issue '))) {
    const last = parts.at(-1);
    if (line.startsWith('text "') && last?.startsWith('text "'))
      parts[parts.length - 1] = last.slice(0, -1) + line.slice('text "'.length);
    else parts.push(line);
  }
  return [...parts, ...lines.filter((line) => line.startsWith('issue '))];
}

for (const [file, content] of Object.entries(files)) {
  const format = byName.get(nameOf(file));
  if (!format) continue;
  describe(file, () => {
    for (const { title, tools: names, options, text, expected } of readFormatCases(content)) {
      test(title, async () => {
        const setting = { format, tools: names ? toolsNamed(names) : tools, options };
        const parts = apart(expected);
        expect(readEvents(setting, [text])).toEqual(expected);
        expect(readWhole(setting, text)).toEqual(parts);
        for (const deltas of everyCut(text)) {
          for (const thresholds of [neverWasm, alwaysWasm])
            expect(readEvents(setting, deltas, thresholds), JSON.stringify(deltas)).toEqual(expected);
          expect(await readStream(setting, deltas), JSON.stringify(deltas)).toEqual(parts);
        }
      });
    }
  });
}
