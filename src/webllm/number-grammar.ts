// Numbers by their schema. Whole numbers are held to their limits; other numbers to the whole numbers around theirs.
import type { Json } from '../arguments/shape.ts';
import { literal, oneOf } from './ebnf.ts';

const anyInteger = '("0" | "-"? [1-9] [0-9]*)';
// An exponent stays below 300: what is larger is no number any more.
const anyNumber = '"-"? ("0" | [1-9] [0-9]*) ("." [0-9]+)? ([eE] [+-]? [12]? [0-9]? [0-9])?';

/** A whole number. */
export function writeInteger(schema: Json): string {
  const { least, most } = limitsOf(schema, 1);
  if (least === -Infinity && most === Infinity) return anyInteger;
  return between(Math.ceil(least), Math.floor(most)) ?? anyInteger;
}

/** Any number. */
export function writeNumber(schema: Json): string {
  const { least, most } = limitsOf(schema, 0);
  if (least === -Infinity && most === Infinity) return anyNumber;
  const low = Math.floor(least);
  const high = Math.ceil(most);
  if (low > high) return anyNumber;
  const parts = [];
  if (high >= 0) parts.push(fractions(Math.max(low, 0), high));
  if (low < 0) parts.push(`"-" ${fractions(Math.max(-high, 0), -low)}`);
  return oneOf(parts);
}

/** Numbers from `low` to `high`, neither of them negative: whole parts below `high` with any fraction, or `high`. */
function fractions(low: number, high: number): string {
  const end = high === Infinity ? [] : [`${literal(String(high))} ("." "0"+)?`];
  const rest = low < high ? [`${upTo(low, high === Infinity ? high : high - 1)} ("." [0-9]+)?`] : [];
  return oneOf([...rest, ...end]);
}

function limitsOf(schema: Json, step: number): { least: number; most: number } {
  const limit = (value: unknown, none: number) =>
    typeof value === 'number' && Math.abs(value) < Number.MAX_SAFE_INTEGER ? value : none;
  // A whole number above 2 is at least 3, one above 2.5 too.
  const above = limit(schema.exclusiveMinimum, -Infinity);
  const below = limit(schema.exclusiveMaximum, Infinity);
  return {
    least: Math.max(
      limit(schema.minimum, -Infinity),
      step && Number.isFinite(above) ? Math.floor(above) + 1 : above,
    ),
    most: Math.min(
      limit(schema.maximum, Infinity),
      step && Number.isFinite(below) ? Math.ceil(below) - 1 : below,
    ),
  };
}

/** Whole numbers from `low` to `high`; nothing if there are none. */
function between(low: number, high: number): string | undefined {
  if (low > high) return undefined;
  const parts = [];
  if (high >= 0) parts.push(upTo(Math.max(low, 0), high));
  if (low < 0) parts.push(`"-" ${upTo(Math.max(-high, 1), -low)}`);
  return oneOf(parts);
}

/** Whole numbers from `low` to `high`, neither of them negative, by their count of digits. */
function upTo(low: number, high: number): string {
  const parts: string[] = [];
  const longest = high === Infinity ? String(low).length : String(high).length;
  for (let length = String(low).length; length <= longest; length++) {
    const first = length === String(low).length ? String(low) : `1${'0'.repeat(length - 1)}`;
    const last = high !== Infinity && length === String(high).length ? String(high) : '9'.repeat(length);
    parts.push(sameLength(first, last));
  }
  if (high === Infinity) parts.push(`[1-9] [0-9]{${longest},}`);
  return oneOf(parts);
}

/** Numbers of as many digits as both have. */
function sameLength(low: string, high: string): string {
  if (low === '') return '';
  const rest = low.length - 1;
  if (low === high) return literal(low);
  if (/^.0*$/.test(low) && /^.9*$/.test(high)) return `${digit(low[0]!, high[0]!)}${anyDigits(rest)}`;
  if (low[0] === high[0]) return `${literal(low[0]!)} ${sameLength(low.slice(1), high.slice(1))}`;
  const parts = [`${literal(low[0]!)} ${sameLength(low.slice(1), '9'.repeat(rest))}`];
  const [after, before] = [Number(low[0]) + 1, Number(high[0]) - 1];
  if (after <= before) parts.push(`${digit(String(after), String(before))}${anyDigits(rest)}`);
  parts.push(`${literal(high[0]!)} ${sameLength('0'.repeat(rest), high.slice(1))}`);
  return oneOf(parts);
}

const digit = (low: string, high: string) => (low === high ? literal(low) : `[${low}-${high}]`);
const anyDigits = (count: number) => (count === 0 ? '' : ` [0-9]{${count}}`);
