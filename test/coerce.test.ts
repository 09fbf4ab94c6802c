// Coercion as a table: what a schema makes of a value, `[schema, in, out]`; JSON text on both sides where a key
// matters. `text` rows are read as text without a type of its own, `value` rows as whole JSON values.
import { describe, expect, test } from 'vitest';
import { coerceText, coerceValue } from '../src/arguments/coerce.ts';
import { anything, type JsonSchema, propertyShape, shapeOf } from '../src/arguments/json-schema.ts';

type Row = [schema: JsonSchema, given: unknown, wanted: unknown];

const string = { type: 'string' };
const number = { type: 'number' };
const integer = { type: 'integer' };
const boolean = { type: 'boolean' };
const object = { type: 'object' };
const array = { type: 'array' };
const listOf = (items: JsonSchema) => ({ type: 'array', items });
const recordOf = (properties: Record<string, JsonSchema>, rest: object = {}) => ({
  type: 'object',
  properties,
  ...rest,
});
const closed = { additionalProperties: false };
const size = { type: 'string', enum: ['small', 'Medium', 'extra_large'] };

describe('text', () => {
  test.each<Row>([
    // a string is kept to the last blank
    [string, ' 007\n', ' 007\n'],
    [string, 'null', 'null'],
    [string, 'true', 'true'],
    [string, '{"a":1}', '{"a":1}'],
    [{ type: ['string', 'number'] }, '42', '42'],
    [{ type: 'string', format: 'date' }, '2024-01-02', '2024-01-02'],
    [{}, '42', '42'],
    [true, '42', '42'],
    // numbers
    [integer, '3', 3],
    [integer, ' 3\n', 3],
    [integer, '3.0', 3],
    [integer, '1e3', 1000],
    [integer, '3.5', '3.5'],
    [integer, '', ''],
    [number, '+5', 5],
    [number, '.5', 0.5],
    [number, '5.', 5],
    [number, '05', 5],
    [number, '-1.5E-3', -0.0015],
    ...['1_000', '1,000', '0x1f', '5 km', 'NaN', 'Infinity', '-Infinity', '1e999', '.', '-', '1/6'].map(
      (text): Row => [number, text, text],
    ),
    // beyond 2^53: the nearest number, unless a string will do
    [integer, '9007199254740993', 9007199254740992],
    [{ type: ['integer', 'string'] }, '9007199254740993', '9007199254740993'],
    // booleans and null
    [boolean, 'true', true],
    [boolean, ' False ', false],
    [boolean, 'TRUE', true],
    ...['yes', 'off', '1', '0', 'truee', ''].map((text): Row => [boolean, text, text]),
    [{ type: ['boolean', 'integer'] }, '1', 1],
    [{ type: ['string', 'null'] }, 'null', null],
    [{ type: ['string', 'null'] }, 'None', 'None'],
    [{ type: ['integer', 'null'] }, 'None', null],
    [{ type: ['integer', 'null'] }, '7', 7],
    [{ type: 'integer', nullable: true }, 'null', null],
    [integer, 'null', 'null'],
    // choices
    [size, 'small', 'small'],
    [size, ' small\n', 'small'],
    [size, 'SMALL', 'small'],
    [size, 'Extra Large', 'extra_large'],
    [size, 'huge', 'huge'],
    [{ enum: ['on', 'On', 'off'] }, 'ON', 'ON'],
    [{ enum: ['on', 'On', 'off'] }, 'OFF', 'off'],
    [{ enum: [1, 2, 3] }, '2', 2],
    [{ enum: [1, 2, 3] }, '2.0', 2],
    [{ enum: [1, '1'] }, '1', '1'],
    [{ enum: ['a', null] }, 'null', null],
    [{ enum: [true, 'auto'] }, 'True', true],
    [{ const: 5 }, '5', 5],
    [{ const: 'v1' }, 'V1', 'v1'],
    [{ anyOf: [{ const: 'auto' }, integer] }, '5', 5],
    [{ anyOf: [{ const: 'auto' }, integer] }, 'Auto', 'auto'],
    [{ anyOf: [{ enum: ['a'] }, string] }, 'A', 'A'],
    [{ anyOf: [size, { type: 'null' }] }, 'null', null],
    // arrays
    [listOf(integer), '[1, "2", 3.5]', [1, 2, 3.5]],
    [listOf(string), "['it\\'s', \"b\"]", ["it's", 'b']],
    [listOf(string), 'red, green', ['red, green']],
    [listOf(integer), '1, 2,3', [1, 2, 3]],
    [listOf(integer), '4', [4]],
    [listOf(integer), 'four', 'four'],
    [listOf(string), '[a, b', '[a, b'],
    [listOf(string), '', []],
    [listOf(string), '[12345678901234567890, 7]', ['12345678901234567890', '7']],
    [listOf(object), '{"a": 1}', [{ a: 1 }]],
    [array, '(1, True, None,)', [1, true, null]],
    [{ anyOf: [listOf(number), number] }, '4', 4],
    [{ anyOf: [listOf(string), string] }, '["a"]', '["a"]'],
    // objects
    [object, '{"a": {"b": [1]}}', { a: { b: [1] } }],
    [object, "{'a': True, 'b': None, c: 'x',}", { a: true, b: null, c: 'x' }],
    [object, '{"a": "line\nbreak \\u00e9 \\x41"}', { a: 'line\nbreak é A' }],
    [object, '', {}],
    ...['{1, 2}', '{"a": b}', '{"a": 1', '[1]', 'a: 1', '{"a": 1} {}', '{"a": 1e999}', '{"a" 1}'].map(
      (text): Row => [object, text, text],
    ),
    [recordOf({ n: integer }), '{"n": "3", "s": "3"}', { n: 3, s: '3' }],
  ])('%j: %j → %j', (schema, given, wanted) => {
    expect(coerceText(given as string, shapeOf(schema))).toEqual(wanted);
  });
});

describe('value', () => {
  test.each<Row>([
    // an array or object of anything, in a union, is not what another branch would have it be
    [{ anyOf: [array, listOf(string)] }, [1], [1]],
    [{ anyOf: [object, { ...object, additionalProperties: string }] }, { a: 1 }, { a: 1 }],
    [string, 42, '42'],
    [string, true, 'true'],
    [string, null, null],
    [string, { a: 'x', b: 'y' }, { a: 'x', b: 'y' }],
    [string, ['a'], ['a']],
    [{ type: ['string', 'null'] }, 'null', 'null'], // quoted by the model: a string, and strings will do
    [number, '1.5', 1.5],
    [number, true, true],
    [integer, 1.5, 1.5],
    [boolean, 1, 1],
    [{ enum: ['1', '2'] }, 1, '1'],
    [{ enum: [1, 2] }, 1, 1],
    [{}, { a: '1' }, { a: '1' }],
    // nested
    [
      recordOf({ a: recordOf({ n: number }), b: listOf(recordOf({ ok: boolean })) }),
      { a: { n: '1' }, b: [{ ok: 'true' }, { ok: false }] },
      { a: { n: 1 }, b: [{ ok: true }, { ok: false }] },
    ],
    [recordOf({ a: recordOf({ n: number }) }), { a: '{"n": "1"}' }, { a: { n: 1 } }],
    [
      { type: 'object', additionalProperties: number },
      { a: '1', b: 'x' },
      { a: 1, b: 'x' },
    ],
    [{ type: 'array', prefixItems: [number, string], items: boolean }, ['1', '2', 'true'], [1, '2', true]],
    [{ type: 'array', items: [number], additionalItems: boolean }, ['1', 'true'], [1, true]],
    // a lone value
    [listOf(string), 'a', ['a']],
    [listOf(string), 7, ['7']],
    [listOf(number), '7', [7]],
    [listOf(listOf(number)), '[1, 2]', [[1], [2]]],
    [listOf(listOf(number)), 1, 1],
    [array, 'a', ['a']],
    [listOf(recordOf({ a: number })), { a: '1' }, [{ a: 1 }]],
    [listOf(number), null, null],
    // lists as objects
    [listOf(number), { item: ['1', '2'] }, [1, 2]],
    [listOf(number), { item: '1' }, [1]],
    [listOf(listOf(number)), { item: [{ item: ['1', '2'] }, { item: '3' }] }, [[1, 2], [3]]],
    [listOf(string), { 0: 'a', 1: 'b' }, ['a', 'b']],
    [{ type: 'array', prefixItems: [number, boolean] }, { 0: '1', 1: 'true' }, [1, true]],
    [listOf(string), { color: ['red', 'green'] }, ['red', 'green']],
    [listOf(string), { color: 'red' }, ['red']],
    [listOf(recordOf({ to: string })), { leg: [{ to: 'A' }, { to: 'B' }] }, [{ to: 'A' }, { to: 'B' }]],
    [listOf(recordOf({ item: string })), { item: 'a' }, [{ item: 'a' }]],
    [listOf(object), { user: { id: 1 } }, [{ user: { id: 1 } }]],
    [listOf(string), {}, []],
    [listOf(string), { 0: 'a', item: 'b' }, { 0: 'a', item: 'b' }], // one of them would be lost
    [listOf(string), { 0: 'a', 2: 'b' }, { 0: 'a', 2: 'b' }],
    [
      listOf(recordOf({ x: integer, y: integer })),
      { x: ['1', '2'], y: ['3', '4'] },
      [
        { x: 1, y: 3 },
        { x: 2, y: 4 },
      ],
    ],
    [listOf(recordOf({ x: array, y: array })), { x: [1], y: [2] }, [{ x: [1], y: [2] }]],
    [{ anyOf: [listOf(number), recordOf({ from: number })] }, { item: ['1', '2'] }, [1, 2]],
    [{ anyOf: [listOf(number), recordOf({ from: number })] }, { from: '1' }, { from: 1 }],
    // boxes
    [number, { value: '42' }, 42],
    [integer, { value: '4.2' }, { value: '4.2' }],
    [listOf(string), [{ element: 'a' }, 'b'], ['a', 'b']],
    [string, { title: 'a' }, { title: 'a' }],
    // keys
    [recordOf({ maxSize: number }, closed), { max_size: '1' }, { maxSize: 1 }],
    [recordOf({ maxSize: number }, closed), { max_size: '1', maxSize: '2' }, { max_size: '1', maxSize: 2 }],
    [recordOf({ maxSize: number, 'max-size': number }, closed), { max_size: '1' }, { max_size: '1' }],
    [recordOf({ maxSize: number }), { max_size: '1' }, { max_size: '1' }],
    // unions
    [{ anyOf: [string, number] }, 1, 1],
    [{ oneOf: [recordOf({ v: string }), recordOf({ v: integer })] }, { v: '1' }, { v: '1' }],
    [
      {
        anyOf: [
          recordOf({ at: { const: 'corner' } }),
          recordOf({ at: { const: 'point' }, x: number }, { additionalProperties: {} }),
        ],
      },
      { at: 'Point', x: '1' },
      { at: 'point', x: 1 },
    ],
    [
      { allOf: [recordOf({ a: number }), recordOf({ b: boolean })] },
      { a: '1', b: 'true' },
      { a: 1, b: true },
    ],
    [{ allOf: [{ type: ['string', 'number'] }, number] }, '1', 1],
    [{ type: 'object', anyOf: [{ required: ['a'] }, { required: ['b'] }] }, '{"a": 1}', { a: 1 }],
  ])('%j: %j → %j', (schema, given, wanted) => {
    const before = JSON.stringify(given);
    const fitted = coerceValue(given, shapeOf(schema));
    expect(fitted).toEqual(wanted);
    expect(JSON.stringify(given)).toBe(before);
    expect(coerceValue(fitted, shapeOf(schema))).toEqual(wanted);
  });

  test('strings of a syntax without types', () => {
    const shape = shapeOf(listOf({ type: ['string', 'null'] }));
    expect(coerceValue(['null', 'a'], shape, true)).toEqual([null, 'a']);
  });
});

describe('model text', () => {
  test.each(['__proto__', 'constructor', 'prototype', 'toString'])('%s is only ever a key', (key) => {
    const text = `{"${key}":{"isAdmin":"true"}}`;
    const wanted = `{"${key}":{"isAdmin":true}}`;
    const any = shapeOf({ type: 'object', additionalProperties: recordOf({ isAdmin: boolean }) });
    expect(JSON.stringify(coerceText(text, any))).toBe(wanted);
    expect(JSON.stringify(coerceText(text.replaceAll('"', "'"), any))).toBe(wanted);
    expect(JSON.stringify(coerceValue(JSON.parse(text), any))).toBe(wanted);
    expect(JSON.stringify(coerceValue(JSON.parse(text), shapeOf(recordOf({ a: string }, closed))))).toBe(
      text,
    );
    expect(propertyShape(shapeOf(recordOf({ a: string })), key)).toBe(anything);
    const columns = JSON.parse(`{"${key}":["1"]}`);
    const rows = shapeOf(listOf({ type: 'object', properties: JSON.parse(`{"${key}":{"type":"integer"}}`) }));
    expect(JSON.stringify(coerceValue(columns, rows))).toBe(`[{"${key}":1}]`);
    expect(({} as Record<string, unknown>).isAdmin).toBeUndefined();
  });

  test('deep nesting stays text', () => {
    const tree = shapeOf({ type: 'array', items: { $ref: '#' } });
    for (const unit of ['[', '{"a":', "{'a':", '(']) {
      expect(coerceText(unit.repeat(100_000), tree)).toBe(unit.repeat(100_000));
    }
    const quoted = `"'\\"a\\"'", `.repeat(50);
    expect(coerceText(quoted, tree)).toBe(quoted);
    const deep = '['.repeat(100_000) + ']'.repeat(100_000);
    expect(coerceText(deep, tree)).toBe(deep);
    expect(coerceValue(JSON.parse(`${'['.repeat(1000)}${']'.repeat(1000)}`), tree)).toHaveLength(1);
  });

  test('long text is read once', () => {
    const long = 'x\\n'.repeat(300_000);
    expect(coerceText(`['${long}']`, shapeOf(listOf(string)))).toEqual(['x\n'.repeat(300_000)]);
    expect(coerceText(`['${long}`, shapeOf(listOf(string)))).toBe(`['${long}`);
    expect(coerceText('9'.repeat(300_000), shapeOf(number))).toBe('9'.repeat(300_000));
    expect(coerceText(`${' '.repeat(300_000)}x`, shapeOf(size))).toBe(`${' '.repeat(300_000)}x`);
  });
});
