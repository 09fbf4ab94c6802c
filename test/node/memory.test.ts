// Streams leave nothing behind: not in the engines, not in the heap.
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { compileTable, createScanner } from 'toolwire';
import { expect, test } from 'vitest';
import { alwaysWasm, neverWasm } from '../support/tokens.ts';

setFlagsFromString('--expose-gc');
const collect: () => void = runInNewContext('gc');

const table = compileTable({ markers: ['<tool_call>'], lex: { brackets: '{}[]' } });

function abandonStreams(count: number): void {
  for (let i = 0; i < count; i++) {
    const thresholds = i % 2 === 0 ? alwaysWasm : neverWasm;
    createScanner({ table, onToken: () => undefined }, thresholds).feed('{"a": "cut in the middle \\u00');
  }
}

function heldBytes(): number {
  collect();
  const { heapUsed, arrayBuffers, external } = process.memoryUsage();
  return heapUsed + arrayBuffers + external;
}

test('100,000 streams opened and abandoned grow memory by nothing', () => {
  abandonStreams(20_000);
  const before = heldBytes();
  abandonStreams(100_000);
  expect(heldBytes() - before).toBeLessThan(100_000); // less than a byte a stream
});
