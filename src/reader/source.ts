// The text of a stream as readers see it: the part the scanner is at, and behind it as much as is still needed.

export interface Source {
  /** What ranges of tokens point into. */
  readonly text: string;
  /** Offset of `text` in the stream. */
  readonly offset: number;
  /** Offset of the end of all that was fed. */
  readonly end: number;
  /** The text between two offsets, as far as it was kept. */
  slice(start: number, end: number): string;
}
