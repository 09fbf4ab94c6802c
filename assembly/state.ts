// The state of one stream between two deltas. The WASM module keeps none: these fields are copied into its
// memory before a run and back after it, so a stream may change engine at any delta and nothing needs freeing.

import { Kind } from './tape';

/** Where `|` stands in `ab <call>{"s":"x\""}</call>` and the like. */
export const enum State {
  Text, //         a|b          outside any marker
  Lex, //          {|"s"        between tokens
  Word, //         tr|ue
  String, //       "x|          markers do not count here
  Nested, //       {"a|":[]}    a bracketed value reported whole
  LineComment, //  // x|
  BlockComment, // /* x|
  BlockStar, //    /* x *|
  // From here on, what was read last is held back: a later unit decides what it is.
  Marker, //       <ca|ll>      or text?
  LexMarker, //    }</ca|ll>    or a word, or punctuation?
  Entity, //       &am|p;       or text?
  Quotes, //       "|""         empty string, or triple quotes?
  TripleEnd, //    """x"|""     end, or a quote inside?
  Escape, //       "x\|         the next unit is literal
  Hex, //          "\u00|e9
  High, //         "\ud83d|     the other half of the pair may follow
  HighEscape, //   "\ud83d\|
  Slash, //        /|           comment, or word?
}

/** Whether the text from `hold` on waits for more. */
export function isHeld(state: i32): bool {
  return state >= State.Marker;
}

/** Offsets are indices into the text handed to the scanner: what was held back, then the delta. */
export class ScanState {
  state: i32 = 0;
  at: i32 = 0; // next unit to read
  start: i32 = 0; // where the open piece starts
  hold: i32 = 0; // in a held state: where the held text starts
  piece: i32 = 0; // the open piece's kind, flags and detail; 0 = none
  node: i32 = 0; // place in the marker tree
  depth: i32 = 0; // open brackets
  quote: i32 = 0; // the open string's quote, + TRIPLE
  count: i32 = 0; // digits or quotes still to come; depth outside a nested value
  value: i32 = 0; // of the digits so far; string and escape bits in a nested value
  tried: i32 = -1; // while lexing: where a marker seemed to start and did not
  reread: i32 = 0; // units read a second time since the stream began
}

/** Readies the stream for a new table: what it was reading is forgotten, and going on with text forgets the brackets. */
export function rest(s: ScanState, state: i32): void {
  s.state = state;
  s.start = s.at;
  s.piece = state == State.Text ? Kind.Text : 0;
  s.tried = -1;
  if (state == State.Text) s.depth = 0;
}
