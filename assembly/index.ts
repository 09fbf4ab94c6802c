// The WASM module's exports (ABI) and nothing else. The caller writes the input, the state and the tables into
// memory as `layout.ts` draws it, and reads the state and the tape back.
import { bind, narrow, tapeWords } from './host';
import { STATE_AT } from './layout';
import { scan as scanUnits } from './scanner';
import { ScanState } from './state';

/**
 * Scans `n` units with the table at byte address `table`. Returns the words on the tape, times four, plus the
 * `Run` that tells why it ended. `wide`: the input has units above 127 and is given as units, else as bytes.
 */
export function scan(n: i32, last: bool, wide: bool, table: i32): i32 {
  bind(table, wide);
  const run = scanUnits(changetype<ScanState>(STATE_AT), n, last);
  return (tapeWords() << 2) | run;
}

/** Makes the bytes of `n` units: call it once after writing wide input. */
export { narrow };
