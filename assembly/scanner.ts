// The scanner: hop 4 of a delta's path. It walks the units once and reports tokens; it builds no
// string, and looks back only where a marker broke off. Two walks share it: text, in which only markers count,
// and lexing, in which quotes, words and punctuation do (JSON, call expressions, pairs, the inside of a tag).
// It returns at every token after which the reader may want another table. One function per state.
//
// asc compiles this file to WASM and the TypeScript build compiles it too; `./host` is what differs.
import { Char, hexValue, isEntityUnit, isJsonEscape } from './chars';
import { classOf, emit, find, findInText, findUnit, hasRoom, skipNested, unitAt, word } from './host';
import { isLeaf, Node, step } from './markers';
import { isHeld, ScanState, State } from './state';
import { Class, Ends, Header, LEXED, MARKER_START } from './table';
import { Flag, Kind, TRIPLE } from './tape';

/** Why a run ended. */
export const enum Run {
  Done, // all units read; what is held back starts `at` units before the end
  Stop, // after a token at which the reader decides how to go on
  Full, // no room for more tokens, or the reader wants to go on elsewhere
}

/** An entity has at most this many units between `&` and `;`. */
const ENTITY_UNITS: i32 = 10;

/** Scans the units from `s.at` to `n`; `last` says that no more follow, which settles what is held. */
export function scan(s: ScanState, n: i32, last: bool): Run {
  while (true) {
    while (s.at < n) {
      if (!hasRoom()) return Run.Full;
      if (advance(s, n)) return Run.Stop;
    }
    if (!last || !isHeld(s.state)) break;
    if (!hasRoom()) return Run.Full;
    if (settle(s)) return Run.Stop;
  }
  if (!hasRoom()) return Run.Full;
  endRun(s, n, last);
  return Run.Done;
}

/** Whether all units from `s.at` to `n` only go on with the open piece, as those of most deltas do. */
export function isPlain(s: ScanState, n: i32): bool {
  if (s.state == State.Text) s.at = findInText(s.at, n);
  else if (s.state == State.String) s.at = find(endsOf(s.quote & ~TRIPLE), s.at, n);
  else if (s.state == State.Nested) {
    s.at = skipNested(s, n);
    if (s.depth > s.count) return true;
    s.depth++; // the last bracket is left to `scan`
    s.at--;
  } else return false;
  return s.at == n;
}

/** One step: true if the run must stop. */
function advance(s: ScanState, n: i32): bool {
  // biome-ignore format: one state a line
  switch (s.state) {
    case State.Text: return inText(s, n);
    case State.Marker: return inMarker(s, n);
    case State.Entity: return inEntity(s);
    case State.Lex: return inLex(s, n);
    case State.LexMarker: return inLexMarker(s, n);
    case State.Word: return inWord(s, n);
    case State.Quotes: return inQuotes(s);
    case State.String: return inString(s, n);
    case State.Escape: return inEscape(s);
    case State.Hex: return inHex(s);
    case State.High: return inHigh(s);
    case State.HighEscape: return inHighEscape(s);
    case State.TripleEnd: return inTripleEnd(s);
    case State.Slash: return inSlash(s);
    case State.LineComment: return inLineComment(s, n);
    case State.BlockComment: return inBlockComment(s, n);
    case State.BlockStar: return inBlockStar(s);
    default: return inNested(s, n);
  }
}

// ── pieces ───────────────────────────────────────────────────────────────────────────────────────

function openPiece(s: ScanState, piece: i32, start: i32): void {
  s.piece = piece | Flag.Opens;
  s.start = start;
}

/** Reports the open piece up to `end`; it goes on. An empty one is news only if it is the first. */
function cutPiece(s: ScanState, end: i32): void {
  if (end > s.start || (s.piece & Flag.Opens) != 0) emit(s.piece, s.start, end);
  s.piece &= ~(Flag.Opens | Flag.Escaped | Flag.Unsafe);
  s.start = end;
}

function closePiece(s: ScanState, end: i32): void {
  emit(s.piece | Flag.Closes, s.start, end);
  s.piece = 0;
}

/** Closes a piece of the lexing walk. */
function endPiece(s: ScanState, end: i32): bool {
  closePiece(s, end);
  s.state = State.Lex;
  return false;
}

/** At the end of the input: reports what is certain and moves the offsets to where the held text will start. */
function endRun(s: ScanState, n: i32, last: bool): void {
  const keep = isHeld(s.state) ? s.hold : n;
  if (last && (s.state == State.Word || s.state == State.LineComment)) {
    endPiece(s, n);
  } else if (s.piece != 0) cutPiece(s, keep);
  s.at = n - keep;
  s.start = 0;
  s.hold = 0;
  s.tried = -1;
}

/** No unit follows: what is held becomes what it is without one. True if the run must stop. */
function settle(s: ScanState): bool {
  // biome-ignore format: one state a line
  switch (s.state) {
    case State.Marker: return settleMarker(s);
    case State.LexMarker: return settleLexMarker(s);
    case State.Entity: return endEntity(s);
    case State.Quotes: return settleQuotes(s);
    case State.TripleEnd: return settleTripleEnd(s);
    case State.Slash: return beginWord(s, s.hold, s.at);
    case State.High: return backToString(s, Flag.Escaped);
    default: return backToString(s, Flag.Escaped | Flag.Unsafe);
  }
}

// ── text and markers ─────────────────────────────────────────────────────────────────────────────

/** In text only the first unit of a marker, or an entity, is of interest. */
function inText(s: ScanState, n: i32): bool {
  const at = findInText(s.at, n);
  s.at = at;
  if (at == n) return false;
  s.at = at + 1;
  if ((classOf(unitAt(at)) & MARKER_START) == 0) return beginEntity(s, at);
  s.node = step(word(Header.Root), unitAt(at));
  if (s.node == 0) return false; // another unit above 255 than the marker's
  s.hold = at;
  s.state = State.Marker;
  return inMarker(s, n);
}

function inMarker(s: ScanState, n: i32): bool {
  return isDecided(s, n) ? settleMarker(s) : false;
}

/** Follows a candidate: true once it can't go on. */
function isDecided(s: ScanState, n: i32): bool {
  while (!isLeaf(s.node)) {
    if (s.at == n) return false;
    const next = step(s.node, unitAt(s.at));
    if (next == 0) return true;
    s.node = next;
    s.at++;
  }
  return true;
}

/** The candidate is a marker as far as it goes, or is text: then another may have started inside it. */
function settleMarker(s: ScanState): bool {
  if (word(s.node + Node.Match) != 0) return reportMarker(s);
  const fail = word(s.node + Node.Fail);
  s.hold += word(s.node + Node.Skip);
  const at = s.hold + (fail == 0 ? 0 : word(fail + Node.Depth));
  s.reread += s.at - at;
  s.at = at;
  s.node = fail;
  s.state = fail == 0 ? State.Text : State.Marker;
  return false;
}

function reportMarker(s: ScanState): bool {
  const end = s.hold + word(s.node + Node.MatchLength);
  if ((s.piece & 0xff) == Kind.Word) closePiece(s, s.hold);
  else if (s.piece != 0) cutPiece(s, s.hold);
  emit(Kind.Marker | ((word(s.node + Node.Match) - 1) << 16), s.hold, end);
  s.reread += s.at - end;
  s.at = end;
  return true;
}

// ── entities ─────────────────────────────────────────────────────────────────────────────────────

function beginEntity(s: ScanState, at: i32): bool {
  s.hold = at;
  s.count = ENTITY_UNITS;
  s.state = State.Entity;
  return false;
}

function inEntity(s: ScanState): bool {
  const unit = unitAt(s.at);
  if (unit == Char.Semicolon) {
    s.piece |= Flag.Escaped;
    s.at++;
    return endEntity(s);
  }
  if (s.count == 0 || !isEntityUnit(unit)) return endEntity(s);
  s.count--;
  s.at++;
  return false;
}

function endEntity(s: ScanState): bool {
  s.state = (s.piece & 0xff) == Kind.String ? State.String : State.Text;
  return false;
}

// ── lexing ───────────────────────────────────────────────────────────────────────────────────────

/**
 * Between tokens: the one long function here, because it is the hot one. Tokens that lie whole before `n` are read in
 * one go; one that is cut, escaped or may be a marker is begun, and left to the other states.
 */
function inLex(s: ScanState, n: i32): bool {
  let at = s.at;
  while (at < n && hasRoom()) {
    const unit = unitAt(at);
    let kind = classOf(unit) & LEXED;
    if (kind >= MARKER_START) {
      if (beginLexMarker(s, unit, at)) return inLexMarker(s, n);
      kind &= Class.Mask;
    }
    if (kind == Class.Punct) {
      emit(Kind.Punct | (unit << 16), at, at + 1);
      at++;
    } else if (kind == Class.Quote) {
      at = wholeString(s, unit, at, n);
      if (at == 0) return false;
    } else if (kind == Class.Word) {
      const end = endOfWord(at + 1, n);
      if (end == n || classOf(unitAt(end)) >= MARKER_START) return beginWord(s, at, end);
      emit(Kind.Word | Flag.Opens | Flag.Closes, at, end);
      at = end;
    } else if (kind == Class.Space) at++;
    else if (kind == Class.Open) {
      if (s.depth >= word(Header.NestFrom)) return beginNested(s, at);
      emit(Kind.Open | (unit << 16), at, at + 1);
      s.depth++;
      at++;
    } else if (kind == Class.Slash) return beginSlash(s, at);
    else {
      at++;
      emit((kind == Class.Close ? Kind.Close : Kind.Punct) | (unit << 16), at - 1, at);
      if (kind == Class.Close && s.depth > 0) s.depth--;
      if (kind == Class.Stop || s.depth == 0) {
        s.at = at;
        return true;
      }
    }
  }
  s.at = at;
  return false;
}

/** Reports the string that starts at `at` and returns where it ends; if it is not whole and plain, begins it: 0. */
function wholeString(s: ScanState, quote: i32, at: i32, n: i32): i32 {
  const end = find(endsOf(quote), at + 1, n);
  const isPlain = end < n && unitAt(end) == quote && (end > at + 1 || word(Header.Triple) == 0);
  if (isPlain) {
    emit(Kind.String | Flag.Opens | Flag.Closes | (quote << 16), at + 1, end);
    return end + 1;
  }
  beginString(s, at);
  if (s.state == State.String) s.at = end;
  return 0;
}

/** Where the word ends: at the next space, quote, punctuation or first unit of a marker, or at `n`. */
function endOfWord(at: i32, n: i32): i32 {
  while (at < n) {
    const kind = classOf(unitAt(at)) & LEXED;
    if (kind != Class.Word && kind != Class.Slash) return at;
    at++;
  }
  return n;
}

/** Begins a word, read up to `end` so far. */
function beginWord(s: ScanState, start: i32, end: i32): bool {
  openPiece(s, Kind.Word, start);
  s.at = end;
  s.state = State.Word;
  return false;
}

function inWord(s: ScanState, n: i32): bool {
  const at = endOfWord(s.at, n);
  s.at = at;
  if (at == n) return false;
  const unit = unitAt(at);
  const kind = classOf(unit) & LEXED;
  if (kind >= MARKER_START && beginLexMarker(s, unit, at)) return inLexMarker(s, n);
  if (kind != (MARKER_START | Class.Word)) return endPiece(s, at);
  s.at++;
  return false;
}

/** False if no marker starts here: this was tried before, or the unit is another one above 255 than the marker's. */
function beginLexMarker(s: ScanState, unit: i32, at: i32): bool {
  s.node = at == s.tried ? 0 : step(word(Header.Root), unit);
  if (s.node == 0) return false;
  s.hold = at;
  s.at = at + 1;
  s.state = State.LexMarker;
  return true;
}

function inLexMarker(s: ScanState, n: i32): bool {
  return isDecided(s, n) ? settleLexMarker(s) : false;
}

/** If it is no marker after all, its units are what their classes say. */
function settleLexMarker(s: ScanState): bool {
  if (word(s.node + Node.Match) != 0) return reportMarker(s);
  s.reread += s.at - s.hold;
  s.at = s.hold;
  s.tried = s.hold;
  s.state = (s.piece & 0xff) == Kind.Word ? State.Word : State.Lex;
  return false;
}

// ── nested ───────────────────────────────────────────────────────────────────────────────────────

function beginNested(s: ScanState, at: i32): bool {
  openPiece(s, Kind.Nested, at);
  s.at = at + 1;
  s.count = s.depth;
  s.depth++;
  s.value = 0;
  s.state = State.Nested;
  return false;
}

function inNested(s: ScanState, n: i32): bool {
  s.at = skipNested(s, n);
  if (s.depth > s.count) return false;
  endPiece(s, s.at);
  return s.depth == 0;
}

// ── strings ──────────────────────────────────────────────────────────────────────────────────────

function beginString(s: ScanState, at: i32): bool {
  s.quote = unitAt(at);
  s.at = at + 1;
  s.hold = at;
  s.count = 1;
  s.state = State.Quotes;
  return word(Header.Triple) != 0 ? false : openString(s, at + 1);
}

function openString(s: ScanState, start: i32): bool {
  openPiece(s, Kind.String | (s.quote << 16), start);
  s.state = State.String;
  return false;
}

/** After one or two opening quotes where three may open a string. */
function inQuotes(s: ScanState): bool {
  if (unitAt(s.at) != s.quote) return settleQuotes(s);
  s.at++;
  s.count++;
  if (s.count < 3) return false;
  s.quote |= TRIPLE;
  return openString(s, s.at);
}

function settleQuotes(s: ScanState): bool {
  openString(s, s.hold + 1);
  return s.count == 1 ? false : endPiece(s, s.hold + 1);
}

/** Which units are of interest in a string in these quotes. */
function endsOf(quote: i32): i32 {
  return quote == Char.Quote ? Ends.Double : Ends.Single;
}

/** In a string only its quote, an escape, an entity, or what JSON forbids there is of interest. */
function inString(s: ScanState, n: i32): bool {
  const at = find(endsOf(s.quote & ~TRIPLE), s.at, n);
  s.at = at;
  if (at == n) return false;
  const unit = unitAt(at);
  s.at = at + 1;
  if (unit == s.quote) return endPiece(s, at);
  if (unit == (s.quote & ~TRIPLE)) return beginTripleEnd(s, at);
  if (unit == Char.Ampersand) return beginEntity(s, at);
  if (unit != Char.Backslash) {
    if (unit < Char.Space || unit == Char.Quote) s.piece |= Flag.Unsafe;
    return false;
  }
  s.hold = at;
  s.state = State.Escape;
  return false;
}

function beginTripleEnd(s: ScanState, at: i32): bool {
  s.hold = at;
  s.count = 2;
  s.state = State.TripleEnd;
  return false;
}

/** After one or two quotes in a triple-quoted string: three end it, fewer are part of it. */
function inTripleEnd(s: ScanState): bool {
  if (unitAt(s.at) != (s.quote & ~TRIPLE)) return settleTripleEnd(s);
  s.at++;
  return --s.count == 0 ? endPiece(s, s.hold) : false;
}

function settleTripleEnd(s: ScanState): bool {
  return backToString(s, s.quote == (TRIPLE | Char.Quote) ? Flag.Unsafe : 0);
}

function backToString(s: ScanState, flags: i32): bool {
  s.piece |= flags;
  s.state = State.String;
  return false;
}

// ── escapes ──────────────────────────────────────────────────────────────────────────────────────
// What an escape says of its piece is noted when it is whole: until then the piece may be cut before it.

/** After a backslash: one unit, or as many digits as `x`, `u` and `U` announce. */
function inEscape(s: ScanState): bool {
  const unit = unitAt(s.at);
  s.at++;
  s.count = unit == Char.LowerU ? 4 : unit == Char.LowerX ? 2 : unit == Char.UpperU ? 8 : 0;
  s.value = 0;
  s.state = State.Hex;
  return s.count > 0
    ? false
    : backToString(s, isJsonEscape(unit) ? Flag.Escaped : Flag.Escaped | Flag.Unsafe);
}

function inHex(s: ScanState): bool {
  const digit = hexValue(unitAt(s.at));
  if (digit < 0) return backToString(s, Flag.Escaped | Flag.Unsafe);
  s.value = (s.value << 4) | digit;
  s.at++;
  if (--s.count > 0) return false;
  if (unitAt(s.hold + 1) != Char.LowerU) return backToString(s, Flag.Escaped | Flag.Unsafe);
  if (s.value >> 10 != 0x36) return backToString(s, Flag.Escaped);
  if (s.at - 6 > s.hold) s.piece |= Flag.Escaped;
  s.hold = s.at - 6;
  s.state = State.High;
  return false;
}

/** After the escape of a high surrogate: kept together with the low one, so that a piece decodes alone. */
function inHigh(s: ScanState): bool {
  if (unitAt(s.at) != Char.Backslash) return backToString(s, Flag.Escaped);
  s.at++;
  s.state = State.HighEscape;
  return false;
}

function inHighEscape(s: ScanState): bool {
  if (unitAt(s.at) != Char.LowerU) {
    s.piece |= Flag.Escaped;
    s.hold = s.at - 1;
  }
  return inEscape(s);
}

// ── comments ─────────────────────────────────────────────────────────────────────────────────────

function beginSlash(s: ScanState, at: i32): bool {
  s.hold = at;
  s.at = at + 1;
  s.state = State.Slash;
  return false;
}

function inSlash(s: ScanState): bool {
  const unit = unitAt(s.at);
  if (unit != Char.Slash && unit != Char.Star) return beginWord(s, s.hold, s.at);
  openPiece(s, Kind.Comment, s.hold);
  s.at++;
  s.state = unit == Char.Slash ? State.LineComment : State.BlockComment;
  return false;
}

function inLineComment(s: ScanState, n: i32): bool {
  s.at = findUnit(Char.Newline, s.at, n);
  if (s.at < n) endPiece(s, s.at);
  return false;
}

function inBlockComment(s: ScanState, n: i32): bool {
  s.at = findUnit(Char.Star, s.at, n);
  if (s.at == n) return false;
  s.at++;
  s.state = State.BlockStar;
  return false;
}

function inBlockStar(s: ScanState): bool {
  const unit = unitAt(s.at);
  if (unit != Char.Star) s.state = State.BlockComment;
  s.at++;
  return unit == Char.Slash ? endPiece(s, s.at) : false;
}
