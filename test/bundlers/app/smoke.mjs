// What every host runs, given the imported namespace: a text cut inside its markers, with one delta long enough for
// WASM in any host, read as plain text and as JSON.
import { countWasmCalls } from './watch-wasm.mjs';

const cut = ['say <ca', 'll>{"s":"x\\', '"<', '/call', '>"}</c', 'all', '>'];
const long = '{"key": [1, "a\\"b<call>"]} <call>if (a </ b) <cal</call> '.repeat(1500);
const deltas = [...cut, long, '', 'é😀<call', '>', '</cal'];

const markers = ['<call>', '</call>'];
const tables = [{ markers }, { markers, lex: { punctuation: ':,', brackets: '{}[]' } }];

/** Scans the text and reports the engine and what it read. */
export function smoke({ engine, compileTable, createScanner }) {
  let units = 0;
  let checksum = 0;
  for (const table of tables) {
    const scanner = createScanner({
      table: compileTable(table),
      onToken(token, start, end) {
        checksum = (31 * checksum + 7 * token + start) | 0;
        units += end - start;
      },
    });
    for (const delta of deltas) scanner.feed(delta);
    scanner.finish();
  }
  if (units < deltas.join('').length) throw new Error('as plain text, every unit is in a token');
  const { name, why } = engine();
  return { engine: name, why, wasmCalls: countWasmCalls(), read: `${units} units, checksum ${checksum}` };
}
