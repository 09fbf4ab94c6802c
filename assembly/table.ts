// The table: what the scanner looks for. Made by `src/scanner/table.ts`, read here, in 32-bit words:
//
//     0        8              32               288
//     ┌────────┬──────────────┬────────────────┬──────────────────────────────┐
//     │ header │ 3 × 8 words  │ class of each  │ the tree of markers          │
//     │        │ find sets    │ unit, 0…255    │ (markers.ts)                 │
//     └────────┴──────────────┴────────────────┴──────────────────────────────┘
//
// A unit above 255 has the class of 255. A find set holds the units of one class bit as two rows of sixteen
// bytes (by low and by high half), which is the form SIMD looks sixteen units up in.

export const enum Header {
  Rest = 0, // the state between tokens: State.Text or State.Lex
  Triple = 1, // whether `"""` and `'''` open strings
  NestFrom = 2, // brackets opened at this depth or deeper are reported whole
  Root = 3, // word index of the marker tree's root
  Row = 4, // four words: by low half, the one unit that ends text and has it; zero if two share a low half
}

export const FIND_SETS: i32 = 8;
export const CLASSES: i32 = 32;
export const TREE: i32 = 288;

/** What a unit is outside strings: the low four bits of its class. */
export const enum Class {
  Word = 0,
  Space = 1,
  Quote = 2,
  Punct = 3,
  Open = 4,
  Close = 5,
  Stop = 6, // punctuation after which the reader decides
  Slash = 7, // may start a comment
  Mask = 15,
}

/** Class bits that end a run of plain units. Each has its find set, in this order. */
export const enum Ends {
  Text = 0x10, // first unit of a marker; `&`
  Double = 0x20, // in a "string"
  Single = 0x40, // in a string in any other quotes
}

/** First unit of a marker (`&` of an entity is none). */
export const MARKER_START: i32 = 0x80;

/** The bits of a class that count while lexing. */
export const LEXED: i32 = 0x8f;
