// Shapes: what a schema says of a value, its properties and its items.
import { expect, test } from 'vitest';
import { coerceValue } from '../src/arguments/coerce.ts';
import {
  itemShape,
  type JsonSchema,
  propertyKey,
  propertyShape,
  shapeOf,
  Type,
} from '../src/arguments/json-schema.ts';

const string = { type: 'string' };
const integer = { type: 'integer' };
const boolean = { type: 'boolean' };
const array = { type: 'array' };

test.each<[JsonSchema | undefined, number]>([
  [undefined, 0],
  [true, 0],
  [false, 0],
  [{ description: 'x' }, 0],
  [{ type: 'any' }, 0],
  [{ type: ['string', 'any'] }, 0],
  [{ type: 'constructor' }, 0],
  [string, Type.String],
  [{ type: ['integer', 'number', 'null'] }, Type.Number | Type.Null],
  [{ type: 'int' }, Type.Integer],
  [{ type: 'uint64' }, Type.Integer],
  [{ type: 'FLOAT' }, Type.Number],
  [{ type: 'varchar(20)' }, Type.String],
  [{ type: 'bool' }, Type.Boolean],
  [{ type: 'List[str]' }, Type.Array],
  [{ type: 'dict' }, Type.Object],
  [{ type: 'string | null' }, Type.String | Type.Null],
  [{ properties: {} }, Type.Object],
  [{ items: {} }, Type.Array],
  [{ enum: ['a', 1, null] }, Type.String | Type.Number | Type.Null],
  [{ const: true }, Type.Boolean],
  [{ anyOf: [string, { type: 'null' }] }, Type.String | Type.Null],
  [{ anyOf: [string, {}] }, 0],
  [{ anyOf: [string, false] }, Type.String],
  [{ oneOf: [{ anyOf: [integer, boolean] }, array] }, Type.Integer | Type.Boolean | Type.Array],
  [
    { allOf: [{ type: ['string', 'null', 'integer'] }, { type: ['string', 'number'] }] },
    Type.String | Type.Integer,
  ],
  [{ allOf: [string, integer] }, 0],
  [{ nullable: true, allOf: [string] }, Type.String | Type.Null],
  [{ not: string, if: string }, 0],
  [{ $defs: { a: { $ref: '#/$defs/b~1c%20d' }, 'b/c d': integer }, $ref: '#/$defs/a' }, Type.Integer],
  [{ $ref: '#/$defs/missing' }, 0],
  [{ $ref: 'https://example.com/other.json' }, 0],
  [{ $ref: '#/__proto__' }, 0],
  [{ $ref: '#' }, 0],
  [{ anyOf: [{ $ref: '#' }, string] }, Type.String],
  [{ $defs: { a: { $ref: '#/$defs/b' }, b: { $ref: '#/$defs/a' } }, $ref: '#/$defs/a' }, 0],
])('%j has types %j', (schema, types) => {
  expect(shapeOf(schema).types).toBe(types);
  expect(shapeOf(schema)).toBe(shapeOf(schema));
});

test('a recursive schema', () => {
  const tree = shapeOf({
    $ref: '#/$defs/node',
    $defs: { node: { properties: { n: integer, kids: { items: { $ref: '#/$defs/node' } } } } },
  });
  const given = { n: '1', kids: [{ n: '2', kids: { item: { n: '3' } } }] };
  expect(coerceValue(given, tree)).toEqual({ n: 1, kids: [{ n: 2, kids: [{ n: 3 }] }] });
  expect(propertyShape(itemShape(propertyShape(tree, 'kids'), 9), 'n').types).toBe(Type.Integer);
});

test('the same schema object under two roots', () => {
  const child = { $ref: '#/$defs/id' };
  expect(shapeOf(child, { $defs: { id: integer } }).types).toBe(Type.Integer);
  expect(shapeOf(child, { $defs: { id: string } }).types).toBe(Type.String);
});

test.each<[pattern: string, key: string, types: number]>([
  ['^x-', 'x-a', Type.Integer],
  ['^x-', 'a', Type.String],
  ['^[a-z]+_(id|no)$', 'user_id', Type.Integer],
  ['^\\p{L}+$', 'é', Type.Integer],
  ['^\\d+$', '1'.repeat(5000), 0], // too long to try
  ['^(a+)+$', 'aaa', 0], // what may not run says nothing
  ['^(a)\\1$', 'aa', 0],
  ['(', 'a', 0],
])('patternProperties %j of %j', (pattern, key, types) => {
  const schema = { patternProperties: { [pattern]: integer }, additionalProperties: string };
  expect(propertyShape(shapeOf(schema), key).types).toBe(types);
});

test('all patterns that match hold, but a declared name comes first', () => {
  const patterns = { '^a': { type: ['integer', 'string'] }, b$: { type: ['integer', 'null'] } };
  const shape = shapeOf({ properties: { ab: boolean }, patternProperties: patterns });
  expect(propertyShape(shape, 'ab').types).toBe(Type.Boolean);
  expect(propertyShape(shape, 'aab').types).toBe(Type.Integer);
  expect(propertyKey(shape, 'AB')).toBe('AB');
});
