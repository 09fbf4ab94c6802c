// What stands inside a call, read by one of the families: the interface between them and the section reader.
import type { RefusalCode, Tolerate } from '../events.ts';
import type { CallReporter } from './call.ts';
import type { Grammar, MarkerTable, Role } from './grammar.ts';
import type { TextReporter } from './text.ts';

/** What a reader makes of a token. */
export const enum Verdict {
  Goes, // go on
  Again, // go on, and read this token again by the table that counts now
  Whole, // the call, or the value, is whole
  Broken, // no reading exists: this token is not part of the call
  Refused, // read, but no call: the `problem` says why
  Over, // read to its end, and no call: it has been shown
  Text, // it never was a call, or is over: this token and what stands before it is text, and nothing is wrong
}

/** Reads the payload of one call. */
export interface PayloadReader {
  /** What to look for next. */
  readonly table: MarkerTable;
  /** Why the payload is broken, if there is more to say. */
  readonly problem: RefusalCode | undefined;
  /** A call was opened, by this literal. */
  begin(opener: string): void;
  onToken(token: number, text: string): Verdict;
  /** A marker of its table. Those that close or open calls and sections come here first: a payload may end with them. */
  onMarker(role: Role, text: string): Verdict;
  /** The text is over: whether the call is whole as it is. */
  finish(): Verdict;
}

/** What the reader of a payload works with. */
export interface Reading {
  readonly grammar: Grammar;
  readonly call: CallReporter;
  readonly text: TextReporter;
  readonly tolerate: Tolerate;
}

/** What stands inside a call, as a format says it: it makes its own reader, so that only those in use are bundled. */
export type Payload = (reading: Reading) => PayloadReader;
