// What every reader of a value yields and every taker of values takes: the argument writer, an envelope, a recording.

/** What opens an object or an array. */
export type Bracket = '{' | '[';

/** Takes a value as it is read. */
export interface ValueSink {
  open(bracket: Bracket): void;
  /** Closes what the bracket opened. */
  close(bracket: Bracket): void;
  key(key: string): void;
  openString(): void;
  /** A piece of the open string, as it stands in the text. `isEscaped`: decode before use. `isUnsafe`: not valid in JSON. */
  stringPiece(text: string, isEscaped: boolean, isUnsafe: boolean): void;
  closeString(): void;
  /** A number, a literal, or a bare word: whole. */
  word(text: string): void;
}
