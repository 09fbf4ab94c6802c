// The WASM module's memory: fixed, never grown, so that views of it never detach.
//
//     0       64        12 KB          29 KB          62 KB                512 KB
//     ┌───────┬─────────┬──────────────┬──────────────┬──────────────────────────┐
//     │ state │ tape    │ input, bytes │ input, units │ tables, as they are used │
//     └───────┴─────────┴──────────────┴──────────────┴──────────────────────────┘

import { TAPE_WORDS } from './tape';

/** Longest delta scanned at once. Longer ones gain less than 2 % and cost memory. */
export const WINDOW: i32 = 16384;

/** Units of input: a delta, and before it what was held back, which is shorter than a marker. */
export const INPUT_UNITS: i32 = WINDOW + 512;

/** SIMD reads up to this many bytes beyond the input. */
const SLACK: i32 = 64;

export const STATE_AT: i32 = 0;
export const TAPE_AT: i32 = STATE_AT + 64;
export const BYTES_AT: i32 = TAPE_AT + 4 * TAPE_WORDS;
export const UNITS_AT: i32 = BYTES_AT + INPUT_UNITS + SLACK;
export const TABLES_AT: i32 = UNITS_AT + 2 * (INPUT_UNITS + SLACK);
export const MEMORY_END: i32 = 8 * 65536;
