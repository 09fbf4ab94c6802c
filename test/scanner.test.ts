// The scanner's cases (`cases/scanner/*.txt`): each read whole, unit by unit, at every single cut and at seeded cuts,
// by both engines, with the same joined tokens.
import { compileTable } from 'toolwire';
import { describe, expect, test } from 'vitest';
import { readCases } from './support/cases.ts';
import { dialects } from './support/dialects.ts';
import { everyCut } from './support/random.ts';
import { alwaysWasm, joined, neverWasm, record } from './support/tokens.ts';

const files = import.meta.glob<string>('./cases/scanner/*.txt', {
  query: '?raw',
  import: 'default',
  eager: true,
});

function tableOf(line: string) {
  const [name = '', ...markers] = line.split(' ');
  const lex = dialects[name];
  if (!lex && name !== 'text' && name !== 'entities') throw new Error(`no table "${name}"`);
  return compileTable({ markers, ...(lex && { lex }), entities: name === 'entities' });
}

for (const [file, content] of Object.entries(files)) {
  describe(file, () => {
    for (const { title, setting, text, expected } of readCases(content)) {
      test(title, () => {
        const table = tableOf(setting);
        for (const deltas of everyCut(text)) {
          for (const thresholds of [neverWasm, alwaysWasm]) {
            expect(joined(record(table, deltas, thresholds), text), JSON.stringify(deltas)).toEqual(expected);
          }
        }
      });
    }
  });
}
