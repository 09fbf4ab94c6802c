// The scanner: hop 4 of a delta's path. It walks the units once and writes tokens to the tape; it builds no
// string, and looks back only where a marker broke off. Two walks share it: text, in which only markers count,
// and lexing, in which quotes, words and punctuation do (JSON, call expressions, pairs, the inside of a tag).
// It returns at every token after which the reader may want another table. One function per state.
//
// asc compiles this file to WASM and the TypeScript build compiles it too; `./host` is what differs.
import { Char, hexValue, isEntityUnit, isJsonEscape } from './chars';
import { classAt, emit, find, findUnit, hasRoom, skipNested, unitAt, word } from './host';
import { Node, isLeaf, step } from './markers';
import { ScanState, State } from './state';
import { Class, Ends, Header, LEXED, MARKER_START, Option } from './table';
import { Flag, Kind, TRIPLE } from './tape';

/** Why a run ended. */
export const enum Run {
  Done, // all units read; what is held back starts `at` units before the end
  Stop, // after a token at which the reader decides how to go on
  Full, // no room on the tape
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

/** One step: true if the run must stop. */
function advance(s: ScanState, n: i32): bool {
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
}

function isHeld(state: i32): bool {
  switch (state) {
    case State.Text:
    case State.Lex:
    case State.Word:
    case State.String:
    case State.LineComment:
    case State.BlockComment:
    case State.BlockStar:
    case State.Nested:
      return false;
    default:
      return true;
  }
}

/** No unit follows: what is held becomes what it is without one. True if the run must stop. */
function settle(s: ScanState): bool {
  switch (s.state) {
    case State.Marker: return settleMarker(s);
    case State.LexMarker: return settleLexMarker(s);
    case State.Entity: return endEntity(s);
    case State.Quotes: return settleQuotes(s);
    case State.TripleEnd: return settleTripleEnd(s);
    case State.Slash: return beginWord(s, s.hold);
    case State.High: return backToString(s, Flag.Escaped);
    default: return backToString(s, Flag.Escaped | Flag.Unsafe);
  }
}

// ── text and markers ─────────────────────────────────────────────────────────────────────────────

/** In text only the first unit of a marker, or an entity, is of interest. */
function inText(s: ScanState, n: i32): bool {
  const at = find(Ends.Text, s.at, n);
  s.at = at;
  if (at == n) return false;
  s.at = at + 1;
  if ((classAt(at) & MARKER_START) == 0) return beginEntity(s, at);
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

/** Between tokens: skips space, then begins one token. */
function inLex(s: ScanState, n: i32): bool {
  let at = s.at;
  let kind = classAt(at) & LEXED;
  while (kind == Class.Space) {
    if (++at == n) {
      s.at = n;
      return false;
    }
    kind = classAt(at) & LEXED;
  }
  s.at = at;
  if (kind >= MARKER_START && beginLexMarker(s, at)) return inLexMarker(s, n);
  return beginToken(s, kind & Class.Mask);
}

/** Begins the token at `s.at`, whose first unit is of the class `kind`. True if the run must stop. */
function beginToken(s: ScanState, kind: i32): bool {
  const at = s.at;
  switch (kind) {
    case Class.Space:
      s.at = at + 1;
      return false;
    case Class.Quote:
      return beginString(s, at);
    case Class.Punct:
      emit(Kind.Punct | (unitAt(at) << 16), at, at + 1);
      s.at = at + 1;
      return false;
    case Class.Stop:
      emit(Kind.Punct | (unitAt(at) << 16), at, at + 1);
      s.at = at + 1;
      return true;
    case Class.Open:
      return beginBracket(s, at);
    case Class.Close:
      emit(Kind.Close | (unitAt(at) << 16), at, at + 1);
      s.depth = s.depth > 0 ? s.depth - 1 : 0;
      s.at = at + 1;
      return s.depth == 0;
    case Class.Slash:
      s.hold = at;
      s.at = at + 1;
      s.state = State.Slash;
      return false;
    default:
      return beginWord(s, at);
  }
}

function beginWord(s: ScanState, at: i32): bool {
  openPiece(s, Kind.Word, at);
  s.at = at + 1;
  s.state = State.Word;
  return false;
}

/** A word goes on to the next space, quote, punctuation or marker. */
function inWord(s: ScanState, n: i32): bool {
  let at = s.at;
  while (at < n) {
    const kind = classAt(at) & LEXED;
    if (kind != Class.Word && kind != Class.Slash) {
      s.at = at;
      if (kind >= MARKER_START && beginLexMarker(s, at)) return inLexMarker(s, n);
      if (kind != (MARKER_START | Class.Word)) return endPiece(s, at);
    }
    at++;
  }
  s.at = at;
  return false;
}

/** False if the unit, one above 255, is not the one a marker starts with. */
function beginLexMarker(s: ScanState, at: i32): bool {
  s.node = step(word(Header.Root), unitAt(at));
  if (s.node == 0) return false;
  s.hold = at;
  s.at = at + 1;
  s.state = State.LexMarker;
  return true;
}

function inLexMarker(s: ScanState, n: i32): bool {
  return isDecided(s, n) ? settleLexMarker(s) : false;
}

/** No marker after all: its first unit is what its class says, and the rest is read again. */
function settleLexMarker(s: ScanState): bool {
  if (word(s.node + Node.Match) != 0) return reportMarker(s);
  const kind = classAt(s.hold) & Class.Mask;
  s.reread += s.at - s.hold - 1;
  s.at = s.hold;
  s.state = State.Lex;
  if ((s.piece & 0xff) != Kind.Word) return beginToken(s, kind);
  if (kind != Class.Word && kind != Class.Slash) {
    closePiece(s, s.hold);
    return beginToken(s, kind);
  }
  s.at = s.hold + 1;
  s.state = State.Word;
  return false;
}

// ── brackets ─────────────────────────────────────────────────────────────────────────────────────

function beginBracket(s: ScanState, at: i32): bool {
  s.at = at + 1;
  if (s.depth < word(Header.NestFrom)) {
    emit(Kind.Open | (unitAt(at) << 16), at, at + 1);
    s.depth++;
    return false;
  }
  openPiece(s, Kind.Nested, at);
  s.count = s.depth;
  s.depth++;
  s.value = 0;
  s.state = State.Nested;
  return false;
}

function inNested(s: ScanState, n: i32): bool {
  s.at = skipNested(s, n);
  if (s.depth > s.count) return false;
  closePiece(s, s.at);
  s.state = State.Lex;
  return s.depth == 0;
}

// ── strings ──────────────────────────────────────────────────────────────────────────────────────

function beginString(s: ScanState, at: i32): bool {
  s.quote = unitAt(at);
  s.at = at + 1;
  s.hold = at;
  s.count = 1;
  s.state = State.Quotes;
  return (word(Header.Options) & Option.Triple) != 0 ? false : openString(s, at + 1);
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

/** In a string only its quote, an escape, an entity, or what JSON forbids there is of interest. */
function inString(s: ScanState, n: i32): bool {
  const quote = s.quote & ~TRIPLE;
  const at = find(quote == Char.Quote ? Ends.Double : Ends.Single, s.at, n);
  s.at = at;
  if (at == n) return false;
  const unit = unitAt(at);
  s.at = at + 1;
  if (unit == quote) return s.quote == quote ? endPiece(s, at) : beginTripleEnd(s, at);
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
  return s.count > 0 ? false : backToString(s, isJsonEscape(unit) ? Flag.Escaped : Flag.Escaped | Flag.Unsafe);
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

function inSlash(s: ScanState): bool {
  const unit = unitAt(s.at);
  if (unit != Char.Slash && unit != Char.Star) return beginWord(s, s.hold);
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
