// Lists that models write as objects, most of them in XML: `<tags><item>a</item><item>b</item></tags>` reads as
// `{ item: ['a', 'b'] }`. Such an object is taken for a list only where the schema wants an array, and only in ways
// that lose nothing: an object that is neither of these is an item itself, or stays as it is.

import { setOwn } from './literal.ts';
import { accepts, type Json, type Shape, Type } from './shape.ts';

/** The items of an object that stands for a list of `item`s; nothing if it does not. */
export function listIn(record: Json, item: Shape): readonly unknown[] | undefined {
  const keys = Object.keys(record);
  const key = keys[0];
  if (key === undefined) return [];
  if (keys.some((name) => item.keys.has(name))) return rowsIn(record, keys, item) ?? wrap(record, item);
  if (keys.every((_, index) => Object.hasOwn(record, index))) return keys.map((_, index) => record[index]);
  if (keys.length === 1 && (key === 'item' || !isItem(record, item))) {
    const inner = record[key];
    return Array.isArray(inner) ? inner : [inner];
  }
  return wrap(record, item);
}

function wrap(record: Json, item: Shape): readonly unknown[] | undefined {
  return accepts(item, record) ? [record] : undefined;
}

/** Whether an object whose keys are not declared may be an item all the same. */
function isItem(record: Json, item: Shape): boolean {
  return (
    accepts(item, record) &&
    (item.keys.size === 0 || item.findProperty(Object.keys(record)[0]!) !== undefined)
  );
}

/** `{ field: ['a', 'b'], op: ['=', '>'] }`, from repeated tags: columns of equal length, where none may be an array. */
function rowsIn(record: Json, keys: readonly string[], item: Shape): readonly unknown[] | undefined {
  const columns = keys.map((key) => record[key]);
  const [first] = columns;
  const isTable = keys.every((key, index) => {
    const column = columns[index];
    const cell = item.keys.has(key) && item.findProperty(key);
    if (!cell || cell.types === 0 || cell.types & Type.Array) return false;
    return Array.isArray(column) && Array.isArray(first) && column.length === first.length;
  });
  if (!isTable || !Array.isArray(first)) return undefined;
  return first.map((_, row) => {
    const cells = {};
    for (const key of keys) setOwn(cells, key, (record[key] as readonly unknown[])[row]);
    return cells;
  });
}
