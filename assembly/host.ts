// The scanner's host in WASM: reads memory as `layout.ts` draws it, sixteen units at a time where it can.
// Its twin `src/scanner/host.ts` must give the same answers for every input; the differential fuzz run sees to it.
import { BYTES_AT, TAPE_AT, UNITS_AT } from './layout';
import { ScanState } from './state';
import { CLASSES, Ends, FIND_SETS, Header } from './table';
import { STEP_WORDS, TAPE_WORDS } from './tape';

let table: i32 = 0;
let wide: bool = false;
let tape: i32 = TAPE_AT;

/** Starts a run: the table to use, and whether the input is units (`wide`) or bytes. */
export function bind(address: i32, isWide: bool): void {
  table = address;
  wide = isWide;
  tape = TAPE_AT;
}

/** Words written to the tape in this run. */
export function tapeWords(): i32 {
  return (tape - TAPE_AT) >> 2;
}

/** Word `index` of the table. */
// @ts-ignore: decorator
@inline
export function word(index: i32): i32 {
  return load<i32>(table + (index << 2));
}

/** The unit at `at`. */
// @ts-ignore: decorator
@inline
export function unitAt(at: i32): i32 {
  return wide ? <i32>load<u16>(UNITS_AT + (at << 1)) : <i32>load<u8>(BYTES_AT + at);
}

/** The class of a unit. */
// @ts-ignore: decorator
@inline
export function classOf(unit: i32): i32 {
  return load<i32>(table + (min(unit, 255) << 2) + (CLASSES << 2));
}

/** Whether one more step's tokens fit on the tape. */
// @ts-ignore: decorator
@inline
export function hasRoom(): bool {
  return tape <= TAPE_AT + 4 * (TAPE_WORDS - STEP_WORDS);
}

/** Writes a token. */
// @ts-ignore: decorator
@inline
export function emit(token: i32, start: i32, end: i32): void {
  store<i32>(tape, token);
  store<i32>(tape, start, 4);
  store<i32>(tape, end, 8);
  tape += 12;
}

/** The next unit from `at` on whose class has the bit `ends`, or `n`. */
export function find(ends: i32, at: i32, n: i32): i32 {
  const set = table + 4 * (FIND_SETS + 8 * (ends >> 5));
  const low = v128.load(set);
  const high = v128.load(set, 16);
  while (at < n) {
    const units = v128.load(BYTES_AT + at);
    const byLow = i8x16.swizzle(low, v128.and(units, i8x16.splat(15)));
    const byHigh = i8x16.swizzle(high, i8x16.shr_u(units, 4));
    const misses = i8x16.bitmask(i8x16.eq(v128.and(byLow, byHigh), i8x16.splat(0)));
    if (misses != 0xffff) return min(at + ctz(~misses), n);
    at += 16;
  }
  return n;
}

/** The same for the end of a run of text: 64 units a step, by one look-up where the table has the units in one row. */
export function findInText(at: i32, n: i32): i32 {
  if (word(Header.Row) == 0) return find(Ends.Text, at, n);
  const row = v128.load(table + 4 * Header.Row);
  while (at + 64 <= n) {
    const a = v128.or(startsIn(row, at), startsIn(row, at + 16));
    const b = v128.or(startsIn(row, at + 32), startsIn(row, at + 48));
    if (v128.any_true(v128.or(a, b))) break;
    at += 64;
  }
  while (at < n) {
    const hits = i8x16.bitmask(startsIn(row, at));
    if (hits != 0) return min(at + ctz(hits), n);
    at += 16;
  }
  return n;
}

// @ts-ignore: decorator
@inline
function startsIn(row: v128, at: i32): v128 {
  const units = v128.load(BYTES_AT + at);
  return i8x16.eq(i8x16.swizzle(row, v128.and(units, i8x16.splat(15))), units);
}

/** The next `unit` (ASCII) from `at` on, or `n`. */
export function findUnit(unit: i32, at: i32, n: i32): i32 {
  const wanted = i8x16.splat(<i8>unit);
  while (at < n) {
    const hits = i8x16.bitmask(i8x16.eq(v128.load(BYTES_AT + at), wanted));
    if (hits != 0) return min(at + ctz(hits), n);
    at += 16;
  }
  return n;
}

/** One bit for each of the 64 units from `at` on that is `unit` once the bits of `fold` are set in it. */
// @ts-ignore: decorator
@inline
function bitsOf(at: i32, unit: i32, fold: i32): u64 {
  const wanted = i8x16.splat(<i8>unit);
  const folded = i8x16.splat(<i8>fold);
  const a = <u64>(<u32>i8x16.bitmask(i8x16.eq(v128.or(v128.load(BYTES_AT + at), folded), wanted)));
  const b = <u64>(<u32>i8x16.bitmask(i8x16.eq(v128.or(v128.load(BYTES_AT + at, 16), folded), wanted)));
  const c = <u64>(<u32>i8x16.bitmask(i8x16.eq(v128.or(v128.load(BYTES_AT + at, 32), folded), wanted)));
  const d = <u64>(<u32>i8x16.bitmask(i8x16.eq(v128.or(v128.load(BYTES_AT + at, 48), folded), wanted)));
  return a | (b << 16) | (c << 32) | (d << 48);
}

/** Bits from each odd one (1st, 3rd, …) up to before the next even one: inside strings, given their quotes. */
// @ts-ignore: decorator
@inline
function between(bits: u64): u64 {
  bits ^= bits << 1;
  bits ^= bits << 2;
  bits ^= bits << 4;
  bits ^= bits << 8;
  bits ^= bits << 16;
  return bits ^ (bits << 32);
}

/** Bits of the units that a backslash escapes; `carry`: the first one is. */
// @ts-ignore: decorator
@inline
function escapedBits(backslashes: u64, carry: u64): u64 {
  backslashes &= ~carry;
  const follows = (backslashes << 1) | carry;
  const even: u64 = 0x5555555555555555;
  const oddStarts = backslashes & ~even & ~follows;
  const sum = oddStarts + backslashes;
  return (even ^ (sum << 1)) & follows;
}

/**
 * Goes on to the end of the bracketed value that is open: 64 units a step. Only double quotes make strings, and a
 * backslash escapes the next unit anywhere. Returns where it stopped; `s.depth` is `s.count` there if the value ended.
 */
export function skipNested(s: ScanState, n: i32): i32 {
  let at = s.at;
  let depth = s.depth - s.count;
  let inString: u64 = (s.value & 1) != 0 ? -1 : 0; // all ones or none
  let carry: u64 = (s.value >> 1) & 1; // an escape waits for its unit
  while (at < n) {
    const left = n - at;
    const valid: u64 = left >= 64 ? -1 : ((<u64>1) << (<u64>left)) - 1;
    const backslashes = bitsOf(at, 0x5c, 0) & valid;
    let escaped = carry;
    if ((backslashes | carry) != 0) {
      escaped = escapedBits(backslashes, carry);
      const last: u64 = (<u64>1) << (<u64>(left >= 64 ? 63 : left - 1));
      carry = (backslashes & ~escaped & last) != 0 ? 1 : 0;
    }
    const strings = between(bitsOf(at, 0x22, 0) & ~escaped & valid) ^ inString;
    const counted = ~strings & ~escaped & valid;
    const opens = bitsOf(at, 0x7b, 0x20) & counted;
    const closes = bitsOf(at, 0x7d, 0x20) & counted;
    const closed = <i32>popcnt(closes);
    if (depth - closed <= 0) {
      const end = endOf(opens, closes, depth);
      if (end >= 0) {
        s.depth = s.count;
        return at + end;
      }
    }
    depth += <i32>popcnt(opens) - closed;
    inString = <u64>(<i64>strings >> 63);
    if (left < 64) inString = (strings & ((<u64>1) << (<u64>(left - 1)))) != 0 ? -1 : 0;
    at += 64;
  }
  s.depth = depth + s.count;
  s.value = <i32>(inString & 1) | (<i32>carry << 1);
  return n;
}

/** How many units up to and with the bracket that brings `depth` to nothing, or -1. */
function endOf(opens: u64, closes: u64, depth: i32): i32 {
  let brackets = opens | closes;
  while (brackets != 0) {
    const lowest = brackets & (0 - brackets);
    depth += (opens & lowest) != 0 ? 1 : -1;
    if (depth == 0) return <i32>ctz(lowest) + 1;
    brackets ^= lowest;
  }
  return -1;
}

/** Makes the bytes of `n` units: those above 255 become 255. */
export function narrow(n: i32): void {
  const most = i16x8.splat(255);
  for (let at = 0; at < n; at += 16) {
    const a = i16x8.min_u(v128.load(UNITS_AT + (at << 1)), most);
    const b = i16x8.min_u(v128.load(UNITS_AT + (at << 1), 16), most);
    v128.store(BYTES_AT + at, i8x16.narrow_i16x8_u(a, b));
  }
}
