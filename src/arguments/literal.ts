// Reads an array or object that was given as text: JSON, or what models write for it.
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
  const value = readJson(text) ?? new LiteralReader(text).read();
  return Array.isArray(value) || isRecord(value) ? value : undefined;
}

/** By far the most are JSON. Long numbers are not left to `JSON.parse`: it rounds them. */
function readJson(text: string): unknown {
  if (/\d{16}/.test(text)) return undefined;
  try {
    const value: unknown = JSON.parse(text);
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

const constants = new Map<string, unknown>([
  ['true', true],
  ['True', true],
  ['false', false],
  ['False', false],
  ['null', null],
  ['None', null],
]);

/** What a text that is no literal makes the reader return. */
const unread = Symbol('unread');

/** Walks the text once; white space is skipped wherever a unit is looked for. */
class LiteralReader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  /** The value, if the text is one and nothing else. */
  read(): unknown {
    const value = this.#value(0);
    return this.#take(/\s*$/y) === undefined ? undefined : value;
  }

  #value(depth: number): unknown {
    if (depth > maxDepth) return unread;
    if (this.#takeUnit('{')) return this.#object(depth);
    if (this.#takeUnit('[')) return this.#list(']', depth);
    if (this.#takeUnit('(')) return this.#list(')', depth);
    return this.#string() ?? this.#scalar();
  }

  #list(close: string, depth: number): unknown {
    const items: unknown[] = [];
    while (!this.#takeUnit(close)) {
      const item = this.#value(depth + 1);
      if (item === unread || !this.#separate(close)) return unread;
      items.push(item);
    }
    return items;
  }

  #object(depth: number): unknown {
    const record = {};
    while (!this.#takeUnit('}')) {
      const key = this.#string() ?? this.#take(/[\p{L}\p{N}_$-]+/uy);
      if (key === undefined || !this.#takeUnit(':')) return unread;
      const value = this.#value(depth + 1);
      if (value === unread || !this.#separate('}')) return unread;
      setOwn(record, key, value);
    }
    return record;
  }

  /** A comma, or the bracket that closes next. */
  #separate(close: string): boolean {
    return this.#takeUnit(',') || this.#isNext(close);
  }

  #string(): string | undefined {
    const start = this.#at;
    const quote = this.#text[start];
    if (quote !== '"' && quote !== "'") return undefined;
    let end = start + 1;
    while (end < this.#text.length && this.#text[end] !== quote) end += this.#text[end] === '\\' ? 2 : 1;
    if (end >= this.#text.length) return undefined;
    this.#at = end + 1;
    return decodeEscapes(this.#text.slice(start + 1, end));
  }

  /** A number or a constant. An integer that a number can't hold stays text: what it is for decides. */
  #scalar(): unknown {
    const word = this.#take(/[\w.+-]+/y) ?? '';
    if (constants.has(word)) return constants.get(word);
    if (!/^-?\d+(?:\.\d*)?(?:e[+-]?\d+)?$/i.test(word)) return unread;
    const number = Number(word);
    return Number.isInteger(number) && !Number.isSafeInteger(number)
      ? word
      : Number.isFinite(number)
        ? number
        : unread;
  }

  #isNext(unit: string): boolean {
    this.#take(/\s*/y);
    return this.#text[this.#at] === unit;
  }

  #takeUnit(unit: string): boolean {
    const isNext = this.#isNext(unit);
    if (isNext) this.#at++;
    return isNext;
  }

  /** What a sticky pattern matches here; the reader stands behind it then. */
  #take(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at;
    const taken = pattern.exec(this.#text)?.[0];
    if (taken !== undefined) this.#at += taken.length;
    return taken;
  }
}
