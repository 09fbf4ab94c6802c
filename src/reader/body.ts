// Codecs: how the arguments stand behind a name. The interface between the header reader and each of them.
import type { MarkerTable, Role } from './grammar.ts';
import type { Reading, Verdict } from './payload.ts';

/** Reads the arguments of one call into the argument writer. */
export interface BodyReader {
  /** Literals that open the arguments, and so end the name. Default: none. */
  readonly openers?: readonly string[];
  /** What to look for next. */
  readonly table: MarkerTable;
  /** The name is known; `nameEnd` is the literal that ended it. */
  begin(nameEnd: string): Verdict;
  /** `Verdict.Whole` once the arguments can't go on. */
  onToken(token: number, text: string): Verdict;
  /** A marker; nothing if it is not one of the codec's own. */
  onMarker(role: Role): Verdict | undefined;
  /** Closers, or the end of the text (`isCutOff`): false if the arguments can't end here; else ends what is open. */
  end(isCutOff: boolean): boolean;
}

/** A codec, as a format names it: it makes its own reader. */
export type Body = (reading: Reading) => BodyReader;
