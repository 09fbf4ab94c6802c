// Tables: a description that makes no sense is refused with the cure.
import { compileTable, type TableOptions } from 'toolwire';
import { expect, test } from 'vitest';

test.each<[TableOptions, RegExp]>([
  [{ markers: [''] }, /Marker "" is empty/],
  [{ markers: ['<a>', '<b>', '<a>'] }, /Marker "<a>" is given twice/],
  [{ markers: ['x'.repeat(257)] }, /has 257 units, more than 256/],
  [{ markers: ['&b'], entities: true }, /starts with "&"/],
  [{ lex: { quotes: '「' } }, /Only ASCII units/],
  [{ lex: { brackets: '{}[' } }, /must be pairs/],
  [{ lex: { punctuation: ':"' } }, /has two meanings/],
])('%j is refused', (options, message) => {
  expect(() => compileTable(options)).toThrow(message);
  expect(() => compileTable(options)).toThrow(TypeError);
});

test('one table serves any number of markers and streams', () => {
  const markers = Array.from({ length: 500 }, (_, i) => `<tool_${i}>`);
  expect(compileTable({ markers }).words.byteLength).toBeLessThan(100_000);
});
