// The compact format: what it writes it reads back, whole and at any cut; strings stream while they are written.
import fc from 'fast-check';
import { formats, type Tool } from 'toolwire';
import { expect, test } from 'vitest';
import { TextParser } from '../src/parser.ts';
import { Random } from './support/random.ts';
import { alwaysWasm, neverWasm } from './support/tokens.ts';

const { wire } = formats;

/** A value, and a schema that allows it; no schema allows anything. */
interface Sample {
  schema: Record<string, unknown> | boolean;
  value: unknown;
}

const sampleOf = (schema: Sample['schema'], values: fc.Arbitrary<unknown>) =>
  values.map((value): Sample => ({ schema, value }));

/** Strings as models are asked for, and such as could be taken for something else. */
const strings = fc.oneof(
  fc.string(),
  fc.string({ unit: 'binary' }),
  fc.string({ unit: fc.constantFrom(...`ab1.-=<>/"'\\ \n{}[]:,&`) }),
  fc.constantFrom('true', 'null', '-1.5e+3', '007', '</call>', '<call>', 'x</call>', 'None', '{}', '[a]', ''),
);
const keys = fc.oneof(
  fc.string({ unit: fc.constantFrom(...'abc_-é'), minLength: 1 }),
  fc.constantFrom('__proto__', 'constructor', 'a.b', 'a', '', '.', 'a b', '"', '{', 'x=y'),
  strings,
);
const numbers = fc.double({ noNaN: true, noDefaultInfinity: true });

const { records } = fc.letrec<{ samples: Sample; records: Sample }>((tie) => ({
  samples: fc.oneof(
    { maxDepth: 4, depthIdentifier: 'wire' },
    sampleOf({ type: 'string' }, strings),
    sampleOf({ type: 'integer' }, fc.maxSafeInteger()),
    sampleOf({ type: 'number' }, numbers),
    sampleOf({ type: 'boolean' }, fc.boolean()),
    sampleOf({ type: ['string', 'null'] }, fc.option(strings)),
    sampleOf({ anyOf: [{ type: 'number' }, { type: 'string' }] }, fc.oneof(numbers, strings)),
    sampleOf({ enum: ['true', 'a b', 'c'] }, fc.constantFrom('true', 'a b', 'c')),
    sampleOf({ type: 'array', items: { type: 'string' } }, fc.array(strings)),
    sampleOf(true, fc.jsonValue()),
    tie('records'),
  ),
  records: fc
    .dictionary(keys, tie('samples'), { depthIdentifier: 'wire', noNullPrototype: true })
    .map((members): Sample => {
      const entries = Object.entries(members);
      const properties = Object.fromEntries(entries.map(([key, { schema }]) => [key, schema]));
      const value = Object.fromEntries(entries.map(([key, member]) => [key, member.value]));
      return { schema: { type: 'object', properties }, value };
    }),
}));

const toolOf = ({ schema }: Sample): Tool => ({ name: 'f', inputSchema: schema });

/** A parser and what it has reported; `inputs` are the calls' own, or the codes of issues. */
function createReading(tool: Tool, thresholds = neverWasm) {
  const reading = { text: '', joined: '', inputs: [] as string[] };
  const sink = {
    onText: (delta: string) => {
      reading.text += delta;
    },
    onCallStart: () => {},
    onInput: (delta: string) => {
      reading.joined += delta;
    },
    onCallEnd: (_: string, input: string) => reading.inputs.push(input),
    onIssue: ({ code }: { code: string }) => reading.inputs.push(code),
  };
  return { reading, parser: new TextParser({ format: wire, tools: [tool] }, sink, thresholds) };
}

function read(tool: Tool, deltas: readonly string[], thresholds = neverWasm) {
  const { reading, parser } = createReading(tool, thresholds);
  for (const delta of deltas) parser.feed(delta);
  parser.finish();
  return { ...reading, unitsScanned: parser.unitsScanned };
}

test('writing and reading give the value back, whole and cut', () => {
  const property = fc.property(records, fc.boolean(), fc.integer({ min: 1 }), (sample, isTyped, seed) => {
    const tool = isTyped ? toolOf(sample) : { name: 'f' };
    const text = wire.writeCall({ toolName: 'f', input: sample.value });
    const value: unknown = JSON.parse(JSON.stringify(sample.value));
    for (const deltas of [[text], new Random(seed).cut(text, 7)]) {
      for (const thresholds of [neverWasm, alwaysWasm]) {
        const { inputs, joined, text: rest, unitsScanned } = read(tool, deltas, thresholds);
        expect([rest, ...inputs], text).toEqual(['', joined]);
        expect(JSON.parse(joined), text).toEqual(value);
        expect(unitsScanned, text).toBeLessThanOrEqual(2 * text.length);
      }
    }
  });
  fc.assert(property, { numRuns: 1500, seed: 1 });
});

test.each([
  ['bare words where they are safe', { a: 'x', b: 1, c: true, d: null }, 'a=x b=1 c=true d=null'],
  ['quotes where they are needed', { a: 'x y', b: '1', c: '', d: '<' }, 'a="x y" b="1" c="" d="<"'],
  ['the other quotes around quotes', { a: 'say "hi"', b: '\'"' }, 'a=\'say "hi"\' b="\'\\""'],
  ['line breaks as they are', { a: 'x\n\ty', b: '\\n\r', c: '"\n' }, 'a="x\n\ty" b="\\\\n\\r" c=\'"\n\''],
  ['paths', { a: { b: { c: 1 }, d: [] }, e: {} }, 'a.b.c=1 a.d=[] e={}'],
  ['JSON where paths would be ambiguous', { a: { 'b.c': 1 }, 'd.e': { f: 2 } }, 'a={"b.c":1} "d.e"={"f":2}'],
])('%s', (_, input, pairs) => {
  expect(wire.writeCall({ toolName: 'f', input })).toBe(`<call>f ${pairs}</call>`);
});

test('a call without arguments, and results', () => {
  expect(wire.writeCall({ toolName: 'f', input: {} })).toBe('<call>f</call>');
  expect(wire.writeResult({ toolName: 'f', result: { a: 1 } })).toBe(
    '<tool-result name="f">{"a":1}</tool-result>',
  );
  expect(wire.writeResult({ toolName: 'f', result: 'ok' })).toBe('<tool-result name="f">ok</tool-result>');
});

test.each([
  ['in quotes', 'a="', { type: 'string' }, 'some text, '],
  ['bare', 'a=', { type: 'string' }, 'https://example.org/'],
  ['bare, digits', 'a=', { type: 'string' }, '0123456789'],
  ['bare, without a schema', 'a=', true, 'https://example.org/'],
  ['in brackets', 'a={"', { type: 'string' }, 'key": 1, "'],
])('a long string leaves as it arrives: %s', (_, start, schema, words) => {
  const tool = { name: 'f', inputSchema: { type: 'object', properties: { a: schema } } };
  const { reading, parser } = createReading(tool);
  parser.feed(`<call>f ${start}`);
  for (let units = start.length - 'a='.length; units < 200_000; units += words.length) {
    parser.feed(words);
    expect(reading.joined.length).toBeGreaterThan(units + words.length - 64);
  }
});

test('paths as deep as the text is long do not throw', () => {
  const key = 'a.'.repeat(20_000);
  const { inputs } = read({ name: 'f' }, [`<call>f ${key}b=1 ${'c.'.repeat(200)}d=2</call>`]);
  expect(inputs).toHaveLength(1);
  expect(Object.keys(JSON.parse(inputs[0] ?? ''))).toEqual([`${key}b`, 'c']);
});

test('of choices that look the same, quotes tell the string', () => {
  const a = { enum: [1, '1', null, 'null', true, 'true'] };
  const tool = { name: 'f', inputSchema: { type: 'object', properties: { a } } };
  const values = a.enum.map((choice) => {
    const { inputs } = read(tool, [wire.writeCall({ toolName: 'f', input: { a: choice }, tool })]);
    return JSON.parse(inputs[0] ?? '').a;
  });
  expect(values).toEqual(a.enum);
});
