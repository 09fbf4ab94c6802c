// What the compact format tells a model of its tools: one line each, made of the JSON Schema alone.
import { createProtocol, formats, type Tool, wireProtocol } from 'toolwire';
import { expect, test } from 'vitest';
import { planTool } from '../src/wire/plan.ts';

/** The schema of an object whose properties are all required, but for those whose key ends in `?`. */
function object(properties: Record<string, unknown>, rest: Record<string, unknown> = {}) {
  const entries = Object.entries(properties);
  return {
    type: 'object',
    properties: Object.fromEntries(entries.map(([key, schema]) => [key.replace(/\?$/, ''), schema])),
    required: entries.map(([key]) => key).filter((key) => !key.endsWith('?')),
    ...rest,
  };
}

const string = { type: 'string' };
const integer = { type: 'integer' };
const point = object({ x: { type: 'number' }, y: { type: 'number' } });

/** The members of a signature, by the schema of one property `a`. */
const values: [what: string, schema: unknown, type: string][] = [
  ['string', string, 'a:string'],
  ['number', { type: 'number' }, 'a:number'],
  ['integer', integer, 'a:integer'],
  ['boolean', { type: 'boolean' }, 'a:boolean'],
  ['null', { type: 'null' }, 'a:null'],
  ['anything', {}, 'a:any'],
  ['anything', true, 'a:any'],
  ['nothing', false, 'a:never'],
  ['words of other languages', { type: 'int' }, 'a:integer'],
  ['enum', { type: 'string', enum: ['x', 'y z'] }, 'a:"x"|"y z"'],
  ['enum of numbers', { enum: [1, 2, null] }, 'a:1|2|null'],
  ['const', { const: 'on' }, 'a:"on"'],
  ['default', { type: 'integer', default: 10 }, 'a?:integer=10'],
  ['default, a string', { type: 'string', enum: ['x', 'y'], default: 'x' }, 'a?:"x"|"y"="x"'],
  ['default, too long', { type: 'string', default: 'x'.repeat(80) }, 'a?:string'],
  ['format', { type: 'string', format: 'date-time' }, 'a:date-time'],
  ['format that says little', { type: 'string', format: 'iban' }, 'a:string(iban)'],
  ['format with a pattern', { type: 'string', format: 'email', pattern: '^.+@.+$' }, 'a:email'],
  ['pattern', { type: 'string', pattern: '^[A-Z]{2}$' }, 'a:string(/^[A-Z]{2}$/)'],
  ['length', { type: 'string', maxLength: 280 }, 'a:string(..280 chars)'],
  ['not empty', { type: 'string', minLength: 1 }, 'a:string'],
  ['range', { type: 'integer', minimum: 1, maximum: 100 }, 'a:integer(1..100)'],
  ['range, open', { type: 'number', exclusiveMinimum: 0 }, 'a:number(>0)'],
  [
    'range of all integers',
    { type: 'integer', minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER },
    'a:integer',
  ],
  ['array', { type: 'array', items: string }, 'a:string[]'],
  ['array of anything', { type: 'array' }, 'a:any[]'],
  ['array of arrays', { type: 'array', items: { type: 'array', items: integer } }, 'a:integer[][]'],
  ['array of choices', { type: 'array', items: { enum: ['x', 'y'] } }, 'a:("x"|"y")[]'],
  ['array of so many', { type: 'array', items: string, minItems: 1, maxItems: 3 }, 'a:string[](1..3)'],
  [
    'array of objects',
    { type: 'array', items: object({ sku: string, 'qty?': integer }) },
    'a:{sku:string, qty?:integer}[]',
  ],
  [
    'array of a union of objects',
    { type: 'array', items: { anyOf: [object({ b: string }), object({ c: integer })] } },
    'a:({b:string}|{c:integer})[]',
  ],
  ['tuple', { type: 'array', prefixItems: [string, integer] }, 'a:[string, integer]'],
  [
    'tuple, draft 7',
    { type: 'array', items: [string], additionalItems: integer },
    'a:[string, ...integer[]]',
  ],
  ['object', object({ b: string, 'c?': integer }), 'a.b:string, a.c?:integer'],
  ['objects in objects', object({ b: object({ c: string }) }), 'a.b.c:string'],
  ['deep objects', object({ b: object({ c: object({ d: object({ e: string }) }) }) }), 'a.b.c.d:{e:string}'],
  ['object without a word on it', { type: 'object' }, 'a:object'],
  ['object with an odd key', object({ 'b.c': string }), 'a:{"b.c":string}'],
  ['record', { type: 'object', additionalProperties: integer }, 'a.<key>:integer'],
  [
    'record of objects',
    { type: 'object', additionalProperties: point },
    'a.<key>.x:number, a.<key>.y:number',
  ],
  ['record by patterns', { type: 'object', patternProperties: { '^x-': string } }, 'a.<key>:string'],
  [
    'keys and others',
    object({ b: string }, { additionalProperties: integer }),
    'a.b:string, a.<key>:integer',
  ],
  ['union', { anyOf: [string, integer] }, 'a:string|integer'],
  ['union by types', { type: ['string', 'null'] }, 'a:string|null'],
  ['union of the same', { oneOf: [string, string] }, 'a:string'],
  ['nullable', { type: 'string', nullable: true }, 'a:string|null'],
  ['union with an object', { anyOf: [point, { type: 'null' }] }, 'a:{x:number, y:number}|null'],
  [
    'union on top of an object',
    { ...object({ b: string }), oneOf: [object({ c: integer }), object({ d: integer })] },
    'a:{c:integer, b:string}|{d:integer, b:string}',
  ],
  ['union of what is required', { ...object({ 'b?': string }), anyOf: [{ required: ['b'] }] }, 'a.b?:string'],
  ['allOf', { allOf: [object({ b: string }), object({ 'c?': integer })] }, 'a.b:string, a.c?:integer'],
  ['$ref', { $ref: '#/$defs/Point' }, 'a.x:number, a.y:number'],
  ['$ref in an array', { type: 'array', items: { $ref: '#/$defs/Point' } }, 'a:{x:number, y:number}[]'],
  ['$ref to nowhere', { $ref: '#/$defs/Nothing' }, 'a:any'],
  ['$ref to itself', { $ref: '#/$defs/Loop' }, 'a:any'],
  [
    'what is long and comes again',
    { type: 'array', prefixItems: [{ $ref: '#/$defs/Card' }, { $ref: '#/$defs/Card' }] },
    'a:[Card, Card] where Card={holder:string, number:string, expiry:string, verification:string}',
  ],
  [
    'what contains itself',
    { $ref: '#/$defs/Node' },
    'a.value:string, a.children?:Node[] where Node={value:string, children?:Node[]}',
  ],
];

const $defs = {
  Card: object({ holder: string, number: string, expiry: string, verification: string }),
  Point: point,
  Node: object({ value: string, 'children?': { type: 'array', items: { $ref: '#/$defs/Node' } } }),
  Loop: { $ref: '#/$defs/Loop' },
};

test.each(values)('%s: %j', (_, schema, members) => {
  const inputSchema = object({ a: schema }, { $defs });
  expect(planTool({ name: 'f', inputSchema }).signature).toBe(`f: ${members}`);
});

/** Descriptions of a property, and what of them is told. */
const notes: [key: string, description: string, note: string][] = [
  ['city', 'The city', ''],
  ['city', "The city's name.", ''],
  ['userId', 'ID of the user', ''],
  ['max_results', 'max results', ''],
  ['city', 'City and country, such as "Paris, FR".', ' (City and country, such as "Paris, FR")'],
  ['at', 'In ISO\n  8601', ' (In ISO 8601)'],
  ['größe', 'Größe in cm', ' (Größe in cm)'],
];

test.each(notes)('%s: %j is told as %j', (key, description, note) => {
  const inputSchema = object({ [key]: { type: 'string', description } });
  expect(planTool({ name: 'f', inputSchema }).signature).toBe(`f: ${key}:string${note}`);
});

test.each<[kind: string, schema: Tool['inputSchema'], signature: string]>([
  ['flat', undefined, 'f — Does it.'],
  ['flat', { type: 'object' }, 'f — Does it.'],
  [
    'flat',
    object({ a: string, 'b?': { type: 'array', items: string } }),
    'f: a:string, b?:string[] — Does it.',
  ],
  ['nested', object({ 'a?': object({ b: string }) }), 'f: a?.b:string — Does it.'],
  ['flat', { type: 'object', additionalProperties: string }, 'f: <key>:string — Does it.'],
  [
    'json',
    { anyOf: [object({ a: string }), object({ b: integer })] },
    'f: {a:string}|{b:integer} — Does it.',
  ],
  ['json', object({ 'a b': string }), 'f: {"a b":string} — Does it.'],
  ['json', { type: 'array', items: string }, 'f: string[] — Does it.'],
])('%s: %j', (kind, inputSchema, signature) => {
  expect(planTool({ name: 'f', description: 'Does\nit.', inputSchema })).toEqual({ kind, signature });
});

const union = { name: 'pick', inputSchema: { anyOf: [object({ a: string }), object({ b: integer })] } };
const plain = { name: 'put', inputSchema: object({ 'a b': string }) };
const call = (toolName: string, input: unknown) => ({ toolName, input });

test("calls are written as their tool's signature says", () => {
  const { formatToolCall } = wireProtocol();
  expect(formatToolCall(call('pick', { a: 'x' }), [union])).toBe('<call>pick {"a":"x"}</call>');
  expect(formatToolCall(call('put', { 'a b': 'x' }), [plain])).toBe('<call>put {"a b":"x"}</call>');
  expect(formatToolCall(call('put', { 'a b': 'x' }))).toBe('<call>put "a b"=x</call>');
  const inputSchema = object({ a: { anyOf: [point, string] }, b: point, c: { $ref: '#' } });
  const input = { a: { x: 1, y: 2 }, b: { x: 1, y: 2 }, c: { b: { x: 3 } } };
  expect(formatToolCall(call('f', input), [{ name: 'f', inputSchema }])).toBe(
    '<call>f a={"x":1,"y":2} b.x=1 b.y=2 c={"b":{"x":3}}</call>',
  );
});

test('syntax json: every tool is called with JSON', () => {
  const protocol = wireProtocol({ syntax: 'json' });
  const tool = { name: 'f', inputSchema: object({ a: string, 'b?': point }) };
  const toolSystemPromptTemplate = (tools: string) => tools;
  expect(protocol.formatTools({ tools: [tool, { name: 'g' }], toolSystemPromptTemplate })).toBe(
    'f: {a:string, b?:{x:number, y:number}}\ng: {}',
  );
  expect(protocol.formatToolCall(call('f', { a: 'x y' }), [tool])).toBe('<call>f {"a":"x y"}</call>');
  expect(protocol.formatToolCall(call('g', {}), [tool])).toBe('<call>g {}</call>');
});

test('fallbackToJson: force has pairs for all', () => {
  const protocol = wireProtocol({ fallbackToJson: 'force' });
  const toolSystemPromptTemplate = (tools: string) => tools;
  expect(protocol.formatTools({ tools: [union, plain], toolSystemPromptTemplate })).toBe(
    'pick: a?:string, b?:integer\nput: "a b":string',
  );
  expect(protocol.formatToolCall(call('pick', { b: 1 }), [union])).toBe('<call>pick b=1</call>');
});

test('fallbackToJson: error names the tool and what is wrong with it', () => {
  const protocol = wireProtocol({ fallbackToJson: 'error' });
  const toolSystemPromptTemplate = (tools: string) => tools;
  const write = (tools: Tool[]) => protocol.formatTools({ tools, toolSystemPromptTemplate });
  expect(() => write([union])).toThrow(
    new TypeError(
      "Tool \"pick\" can't be called with pairs: its input is a union. Change its schema, or use fallbackToJson: 'complex'.",
    ),
  );
  expect(() => write([plain])).toThrow('Tool "put" can\'t be called with pairs: property "a b" has a name');
  expect(write([{ name: 'f', inputSchema: object({ a: { type: 'array', items: point } }) }])).toBe(
    'f: a:{x:number, y:number}[]',
  );
});

test('wrong options are refused', () => {
  expect(() => wireProtocol({ syntax: 'xml' as 'json' })).toThrow(
    '"syntax" must be "wire" or "json", got "xml".',
  );
  expect(() => wireProtocol({ fallbackToJson: true as unknown as 'force' })).toThrow(
    '"fallbackToJson" must be',
  );
});

test('errors have a tag of their own', () => {
  const { formatToolResponse } = createProtocol(formats.wire);
  expect(formatToolResponse({ toolName: 'f', result: 'no such city', isError: true })).toBe(
    '<tool-error name="f">no such city</tool-error>',
  );
});

test('a key in quotes is no path', () => {
  const tool = { name: 'f', inputSchema: object({ 'a.b': string, c: string }) };
  expect(planTool(tool, { fallbackToJson: 'force' })).toEqual({
    kind: 'flat',
    signature: 'f: "a.b":string, c:string',
  });
});

test.each(['allOf', 'anyOf', 'oneOf'])('%s of what doubles at each level takes no time', (keyword) => {
  const level = (depth: number) =>
    depth < 60
      ? { [keyword]: [{ $ref: `#/$defs/${depth + 1}` }, { $ref: `#/$defs/${depth + 1}` }] }
      : object({ b: string });
  const $defs = Object.fromEntries(Array.from({ length: 61 }, (_, depth) => [depth, level(depth)]));
  const inputSchema = { ...object({ a: { $ref: '#/$defs/0' } }), $defs };
  const { signature } = planTool({ name: 'f', inputSchema });
  expect(signature).toBe(keyword === 'allOf' ? 'f: a.b:string' : 'f: a:any');
});

test('`__proto__` is a key like others, also where properties are merged', () => {
  const inputSchema = JSON.parse(
    '{"type":"object","properties":{"a":{"type":"string"}},"allOf":[{"properties":{"__proto__":{"type":"integer"}}}]}',
  );
  expect(planTool({ name: 'f', inputSchema }).signature).toBe('f: a?:string, __proto__?:integer');
});

test('a schema that doubles at each level has a short signature', () => {
  const level = (depth: number) => {
    const next = depth < 60 ? { $ref: `#/$defs/Level${depth + 1}` } : string;
    return object({ left: { type: 'array', items: next }, right: { type: 'array', items: next } });
  };
  const levels = Object.fromEntries(
    Array.from({ length: 61 }, (_, depth) => [`Level${depth}`, level(depth)]),
  );
  const inputSchema = { ...object({ a: { $ref: '#/$defs/Level0' } }), $defs: levels };
  expect(planTool({ name: 'f', inputSchema }).signature.length).toBeLessThan(10_000);
});
