// Fits values to the shapes a tool's schema describes. What fits is left as it is, what can't be made to fit is too:
// the AI SDK reports it to the model. Text stays text wherever the schema allows a string. No argument is changed, no
// prototype is read or written. Kinds of damage that can be undone without a guess are undone, others are not:
// - only `true` and `false` are booleans, in any case: of 1,000 recorded ones none was `yes`, `on` or `1`
// - an integer beyond 2^53 becomes the nearest number, as `JSON.parse` would have it; where a string will do, its digits stay
import { decodeEscapes } from './escapes.ts';
import { itemShape, propertyKey, propertyShape } from './json-schema.ts';
import { listIn } from './list.ts';
import { maxDepth, readLiteral, setOwn } from './literal.ts';
import { accepts, isRecord, type Json, type Shape, Type } from './shape.ts';

/**
 * Reads text that has no type of its own (XML text, the value of `k=v`) as the shape wants it. Text that can't be
 * coerced is returned as it is.
 */
export function coerceText(text: string, shape: Shape): unknown {
  return fit(text, shape, true, 0);
}

/**
 * Fits a whole JSON value to the shape: scalars, choices, arrays and objects given as text, a lone value where an
 * array is wanted, lists written as objects; inside arrays and objects too. `isText`: the strings in it come from a
 * syntax that has no other type, so `null` is null wherever it may be.
 */
export function coerceValue(value: unknown, shape: Shape, isText = false): unknown {
  return fit(value, shape, isText, 0);
}

function fit(value: unknown, shape: Shape, isText: boolean, depth: number): unknown {
  if (shape.types === 0 || depth > maxDepth) return value;
  if (typeof value === 'string') return fitText(value, shape, isText, depth);
  if (isRecord(value)) return fitRecord(value, shape, isText, depth);
  if (accepts(shape, value)) return Array.isArray(value) ? fitItems(value, shape, isText, depth) : value;
  if (Array.isArray(value) || value === null) return value;
  const text = String(value);
  if (shape.free & Type.String) return text;
  const choice = findChoice(text, shape);
  if (choice !== unfit) return choice;
  return shape.free & Type.Array ? wrap(value, shape, isText, depth) : value;
}

/** What has no reading. */
const unfit = /* @__PURE__ */ Symbol('unfit');

function fitText(text: string, shape: Shape, isText: boolean, depth: number): unknown {
  const { free } = shape;
  const word = text.trim();
  if (free & Type.String) return isText && free & Type.Null && word === 'null' ? null : text;
  const choice = findChoice(text, shape);
  if (choice !== unfit) return choice;
  const scalar = readScalar(word, free);
  if (scalar !== unfit) return scalar;
  return free & (Type.Array | Type.Object) ? fitLiteral(text, shape, isText, depth) : text;
}

const decimal = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;

/** A number in decimal digits, also `+5`, `.5` and `05`; never an infinite one. */
function readNumber(word: string): number | undefined {
  const number = decimal.test(word) ? Number(word) : Number.NaN;
  return Number.isFinite(number) ? number : undefined;
}

function readScalar(word: string, free: number): unknown {
  if (free & (Type.Number | Type.Integer)) {
    const number = readNumber(word);
    if (number !== undefined && (free & Type.Number || Number.isInteger(number))) return number;
  }
  if (word.length > 5) return unfit;
  const lower = word.toLowerCase();
  if (free & Type.Boolean && (lower === 'true' || lower === 'false')) return lower === 'true';
  if (free & Type.Null && (lower === 'null' || lower === 'none')) return null;
  return unfit;
}

/** What models do to a choice, least first: each way counts only where it leaves a single choice. */
const folds: readonly ((text: string) => string)[] = [
  (text) => text,
  (text) => text.trim(),
  (text) => text.trim().toLowerCase(),
  (text) => text.replace(/[\s_-]+/g, '').toLowerCase(),
];

function findChoice(text: string, { choices }: Shape): unknown {
  if (!choices || choices.includes(text)) return choices ? text : unfit;
  const scalars = choices.filter((choice) => typeof choice !== 'object' || choice === null);
  for (const fold of folds) {
    const folded = fold(text);
    const found = scalars.filter((choice) => fold(String(choice)) === folded);
    if (found.length > 0) return found.length === 1 ? found[0] : unfit;
  }
  const number = readNumber(text.trim());
  return number !== undefined && choices.includes(number) ? number : unfit;
}

/** An array or object given as text, or a lone value where an array is wanted. */
function fitLiteral(text: string, shape: Shape, isText: boolean, depth: number): unknown {
  const word = text.trim();
  const isArray = (shape.free & Type.Array) !== 0;
  if (word === '') return isArray ? [] : {};
  if (/^[[{(]/.test(word)) {
    // A server may have escaped the text once too often: `[{\\"id\\": 1}]`.
    const value = readLiteral(word) ?? (word.includes('\\"') ? readLiteral(decodeEscapes(word)) : undefined);
    const fitted = value ? fit(value, shape, isText, depth) : text;
    return accepts(shape, fitted) ? fitted : text;
  }
  if (!isArray) return text;
  const lone = wrap(text, shape, isText, depth);
  if (lone !== text) return lone;
  // `1, 2, 3`: what is no item may be several, without their brackets.
  const items = readLiteral(`[${word}]`);
  const fitted = items && fit(items, shape, isText, depth);
  return Array.isArray(fitted) && allFit(fitted, shape) ? fitted : text;
}

const allFit = (items: readonly unknown[], shape: Shape) =>
  items.every((item, index) => accepts(itemShape(shape, index), item));

/** An array of one, if the value may be its item. Never an array of an array of one: that would be a guess. */
function wrap(value: unknown, shape: Shape, isText: boolean, depth: number): unknown {
  const item = itemShape(shape, 0);
  if (item.types & Type.Array && !accepts(item, value)) return value;
  const fitted = fit(value, item, isText, depth + 1);
  return accepts(item, fitted) ? [fitted] : value;
}

function fitItems(items: readonly unknown[], shape: Shape, isText: boolean, depth: number): unknown[] {
  return items.map((item, index) => fit(item, itemShape(shape, index), isText, depth + 1));
}

function fitRecord(record: Json, shape: Shape, isText: boolean, depth: number): unknown {
  const isObject = (shape.free & Type.Object) !== 0;
  const isArray = (shape.free & Type.Array) !== 0;
  // Where both will do, only `item` tells a list: no object that declares its keys has that one undeclared.
  if (isArray && (!isObject || (shape.keys.size > 0 && !shape.keys.has('item') && isItemList(record)))) {
    const list = listIn(record, itemShape(shape, 0));
    return list ? fitItems(list, shape, isText, depth) : record;
  }
  return isObject ? fitProperties(record, shape, isText, depth) : unwrapScalar(record, shape, isText, depth);
}

const isItemList = (record: Json) => Object.hasOwn(record, 'item') && Object.keys(record).length === 1;

function fitProperties(record: Json, shape: Shape, isText: boolean, depth: number): object {
  const fitted = {};
  for (const key of Object.keys(record)) {
    const meant = propertyKey(shape, key);
    const name =
      meant !== key && (Object.hasOwn(record, meant) || Object.hasOwn(fitted, meant)) ? key : meant;
    setOwn(fitted, name, fit(record[key], propertyShape(shape, name), isText, depth + 1));
  }
  return fitted;
}

/** What models and XML readers call the one thing in a box. */
const boxes = new Set(['value', 'item', 'element', 'text', '#text']);

/** `{ value: '42' }` where only a scalar will do. */
function unwrapScalar(record: Json, shape: Shape, isText: boolean, depth: number): unknown {
  const keys = Object.keys(record);
  if (keys.length !== 1 || !boxes.has(keys[0]!)) return record;
  const inner = fit(record[keys[0]!], shape, isText, depth + 1);
  return accepts(shape, inner) ? inner : record;
}
