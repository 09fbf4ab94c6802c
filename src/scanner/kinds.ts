// Kinds and flags of tokens, for the readers inside this package; `assembly/tape.ts` says what each means.
export { Flag, Kind, TRIPLE } from '../../assembly/tape';
