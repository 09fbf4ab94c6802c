// An oracle for the JSON walk: values rebuilt from tokens, piece by piece, are what `JSON.parse` makes of the text.
import fc from 'fast-check';
import { compileTable, describeToken } from 'toolwire';
import { expect, test } from 'vitest';
import { dialects } from './support/dialects.ts';
import { Random } from './support/random.ts';
import { alwaysWasm, neverWasm, record, type Token } from './support/tokens.ts';

const json = compileTable({ lex: dialects.json ?? {}, markers: ['</call>'] });
const whole = compileTable({ lex: dialects.whole ?? {}, markers: ['</call>'] });

/** The JSON text that the tokens stand for: each piece of a string decoded on its own, and written anew. */
function rewrite(tokens: readonly Token[], text: string): string {
  return tokens
    .map(([token, start, end]) => {
      const { kind, opens, closes, escaped, unsafe } = describeToken(token);
      const source = text.slice(start, end);
      if (kind !== 'string') return source;
      expect(unsafe).toBe(false);
      const decoded: string = escaped ? JSON.parse(`"${source}"`) : source;
      return (opens ? '"' : '') + JSON.stringify(decoded).slice(1, -1) + (closes ? '"' : '');
    })
    .join('');
}

/** JSON text, with all beyond ASCII escaped or none. */
function spell(value: unknown, isEscaped: boolean, space: string): string {
  const text = JSON.stringify(value, null, space);
  if (!isEscaped) return text;
  return text.replace(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

test('tokens rebuild any JSON value, whole and cut', () => {
  const values = fc.oneof(fc.jsonValue({ stringUnit: 'binary' }), fc.jsonValue()).map((value) => [value]);
  const property = fc.property(
    values,
    fc.boolean(),
    fc.constantFrom('', '  '),
    fc.integer({ min: 1 }),
    (value, isEscaped, space, seed) => {
      const text = spell(value, isEscaped, space);
      const random = new Random(seed);
      for (const deltas of [[text], text.split(''), random.cut(text, 7)]) {
        for (const thresholds of [neverWasm, alwaysWasm]) {
          expect(JSON.parse(rewrite(record(json, deltas, thresholds), text))).toEqual(JSON.parse(text));
          expect(rewrite(record(whole, deltas, thresholds), text)).toBe(text);
        }
      }
    },
  );
  fc.assert(property, { numRuns: 300, seed: 1 });
});
