// Reads an array or object that was given as text: JSON, or what models write for it, respelled as JSON.
// Tolerates: Python's `True`/`False`/`None`, tuples, either quote, raw line breaks in strings, bare keys, trailing commas
// Refuses:   bare words as values, sets, expressions, nesting deeper than `maxDepth`
import { decodeEscapes } from './escapes.ts';
import { isRecord } from './shape.ts';

/** Brackets in brackets, at most: what reads or writes the value later may recurse. */
export const maxDepth = 256;

/** What a text says that is one array or object; nothing if it can't be read as such. */
export function readLiteral(
  text: string,
): readonly unknown[] | { readonly [key: string]: unknown } | undefined {
  // By far the most are JSON. Long numbers are not left to `JSON.parse`: it rounds them.
  const value = (/\d{16}/.test(text) ? undefined : parse(text)) ?? parse(text, respell);
  return Array.isArray(value) || isRecord(value) ? value : undefined;
}

function parse(text: string, toJson = (text: string) => text): unknown {
  try {
    const value: unknown = JSON.parse(toJson(text));
    return isWritable(value, maxDepth) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Whether a value can be written as JSON again: not too deep, and no number that became infinite. */
function isWritable(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return typeof value !== 'number' || Number.isFinite(value);
  return depth > 0 && Object.values(value).every((child) => isWritable(child, depth - 1));
}

/** Sets a key as JSON does: `__proto__` is a key like others. */
export function setOwn(target: object, key: string, value: unknown): void {
  Object.defineProperty(target, key, { value, writable: true, enumerable: true, configurable: true });
}

/** A string, even if it is not closed, so that none is read twice; a word, and whether it is a key; a last comma; tuples. */
const spelled = /(["'])((?:\\[\s\S]|(?!\1)[^\\])*)(\1?)|([\p{L}\p{N}_$.+-]+)(\s*:)?|,(?=\s*[\])}])|[()]/gu;

const units = new Map([
  [',', ''],
  ['(', '['],
  [')', ']'],
  ['True', 'true'],
  ['False', 'false'],
  ['None', 'null'],
]);

/** The text as JSON, if it can be read at all. */
function respell(text: string): string {
  return text.replace(spelled, (found, quote, string, close, word, colon) => {
    if (quote) return close ? JSON.stringify(decodeEscapes(string)) : found;
    if (colon) return `${JSON.stringify(word)}:`;
    return /^-?\d+(?:\.\d*)?(?:e[+-]?\d+)?$/i.test(word) ? respellNumber(word) : (units.get(found) ?? found);
  });
}

/** An integer that a number can't hold stays text: what it is for decides. */
function respellNumber(word: string): string {
  const number = Number(word);
  return Number.isInteger(number) && !Number.isSafeInteger(number) ? JSON.stringify(word) : String(number);
}
