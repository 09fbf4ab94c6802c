// The tape: what the scanner reports. One token is three words:
//
//     word 0                              word 1   word 2
//     ┌────────┬────────┬───────────────┐ ┌──────┐ ┌──────┐
//     │ kind 8 │ flag 8 │ detail 16     │ │ start│ │ end  │   end excluded
//     └────────┴────────┴───────────────┘ └──────┘ └──────┘
//
// What may be long comes in pieces, one or more: `Opens` marks the first, `Closes` the last. A piece is
// reported as soon as it is read, so a value streams while the model still writes it.

export const enum Kind {
  Text = 1, // pieces of plain text, between markers
  Marker = 2, // detail: index of the marker in the table's list
  Word = 3, // pieces of a number, literal, name: anything but space, quotes and punctuation
  String = 4, // pieces of what stands between quotes; detail: the quote, + TRIPLE
  Punct = 5, // detail: the unit
  Open = 6, // detail: the unit
  Close = 7, // detail: the unit
  Comment = 8, // pieces, with its delimiters
  Nested = 9, // pieces of a whole bracketed value, brackets included, not looked into
}

export const enum Flag {
  Opens = 0x100, // first piece
  Closes = 0x200, // last piece
  Escaped = 0x400, // holds a backslash escape or an entity: decode before use
  Unsafe = 0x800, // would not be valid between double quotes in JSON as it stands
}

/** Added to the detail of a string in triple quotes. */
export const TRIPLE: i32 = 0x80;

/** Words in the tape. */
export const TAPE_WORDS: i32 = 3 * 1024;

/** Words one step of the scanner may write: a step starts only with that much room left. */
export const STEP_WORDS: i32 = 3 * 3;
