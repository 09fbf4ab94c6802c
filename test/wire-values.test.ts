// What the compact format writes it reads back: any value that a tool's schema allows, written as that tool is called,
// whole and at random cuts. Schemas are generated with a value each.
import fc from 'fast-check';
import type { Tool } from 'toolwire';
import { expect, test } from 'vitest';
import { createWire } from '../src/formats/wire.ts';
import { TextParser } from '../src/parser.ts';
import { Random } from './support/random.ts';
import { neverWasm } from './support/tokens.ts';

/** A schema, and a value that it allows. */
interface Sample {
  readonly schema: unknown;
  readonly value: unknown;
}

const sampleOf = (schema: unknown, values: fc.Arbitrary<unknown>) =>
  values.map((value): Sample => ({ schema, value }));

/** Strings that could be taken for something else, and all others. */
// biome-ignore format: a list
const tricky = fc.constantFrom(
  '', ' ', 'true', 'False', 'null', 'None', '0', '-1.5e+3', '007', '+5', '.5', '1_000', 'NaN', 'a b', 'a b c',
  '</call>', '<call>', '<call>f a=1</call>', 'x</call>', '</cal', '<', '{', '[', '{}', '[1]', '{"a":1}', '<think>',
  '"', "'", `"'`, "it's", 'say "hi"', '\\', '\\n', '\\"', '=', 'a=b', '=b', 'k="v"', 'a\nb', '\r\n', '\t', '&quot;',
  'é', '値', '😀', '\ud83d', '\ude00', '\u2028', '\u00a0', '\ufeff', '\u0000', 'a\u3000b',
);
const strings = fc.oneof(
  tricky,
  fc.string(),
  fc.string({ unit: 'binary' }),
  fc.string({ unit: fc.constantFrom(...`ab1.-=<>/"'\\ \n{}[]:,&?`) }),
  fc.tuple(tricky, tricky).map((pair) => pair.join('')),
);
// No key is a single backslash: where Node 24 has seen an object with that one, its `JSON.parse` takes `"\\""` for it.
const keys = fc.oneof(
  { weight: 4, arbitrary: fc.string({ unit: fc.constantFrom(...'abc_-é1'), minLength: 1, maxLength: 3 }) },
  fc.constantFrom(
    '__proto__',
    'constructor',
    'a.b',
    '',
    '.',
    'a b',
    '"',
    '{',
    'x=y',
    'a?',
    'item',
    '0',
    '値',
  ),
  tricky.filter((key) => key !== '\\'),
);
const numbers = fc.oneof(
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.constantFrom(0, -0.5, 1e21, 1e-7, 0.1, 100, -1),
);
const scalars = fc.oneof(strings, numbers, fc.boolean(), fc.constant(null));

/** One of several values, which differ as JSON. */
const choices = fc
  .uniqueArray(scalars, { minLength: 1, maxLength: 4, selector: (value) => JSON.stringify(value) })
  .chain((list) => sampleOf({ enum: list }, fc.constantFrom(...list)));

const leaves = fc.oneof(
  sampleOf({ type: 'string' }, strings),
  sampleOf({ type: 'string', format: 'date-time' }, fc.constantFrom('2026-05-01T17:00:00Z', '20260501')),
  sampleOf({ type: 'integer' }, fc.maxSafeInteger()),
  sampleOf({ type: 'number' }, numbers),
  sampleOf({ type: 'boolean' }, fc.boolean()),
  sampleOf({ type: 'null' }, fc.constant(null)),
  sampleOf({ type: ['string', 'null'] }, fc.option(strings)),
  sampleOf({ type: 'string', nullable: true }, fc.option(strings)),
  sampleOf({ type: ['number', 'string', 'boolean'] }, fc.oneof(numbers, strings, fc.boolean())),
  sampleOf({ type: 'array', items: { type: 'string' } }, fc.array(strings)),
  sampleOf({ type: 'array', items: { type: ['number', 'null'] } }, fc.array(fc.option(numbers))),
  sampleOf({ type: 'object', additionalProperties: { type: 'string' } }, fc.dictionary(keys, strings)),
  sampleOf({ type: 'object' }, fc.dictionary(keys, fc.jsonValue({ maxDepth: 2 }))),
  sampleOf({ type: 'array' }, fc.array(fc.jsonValue({ maxDepth: 2 }))),
  sampleOf({}, fc.jsonValue()),
  sampleOf(true, scalars),
  sampleOf({ const: 'true' }, fc.constant('true')),
  choices,
);

/** A tree that contains itself. */
const nodes = fc.letrec<{ node: unknown }>((tie) => ({
  node: fc.record(
    {
      value: strings,
      next: fc.option(tie('node'), { maxDepth: 3, nil: undefined }),
      children: fc.array(tie('node'), { maxLength: 2, depthIdentifier: 'node', maxDepth: 2 } as object),
    },
    { requiredKeys: ['value'], noNullPrototype: true },
  ),
})).node;
const node = {
  type: 'object',
  properties: {
    value: { type: 'string' },
    next: { $ref: '#/$defs/node' },
    children: { type: 'array', items: { $ref: '#/$defs/node' } },
  },
  required: ['value'],
};

const { records } = fc.letrec<{ samples: Sample; records: Sample }>((tie) => ({
  samples: fc.oneof(
    { maxDepth: 4, depthIdentifier: 'schema', withCrossShrink: true },
    { weight: 6, arbitrary: leaves },
    { weight: 3, arbitrary: tie('records') },
    {
      weight: 1,
      arbitrary: tie('records').map(({ schema, value }) => ({ schema: { allOf: [schema] }, value })),
    },
    { weight: 1, arbitrary: sampleOf({ $ref: '#/$defs/node' }, nodes) },
    {
      weight: 1,
      arbitrary: fc.array(tie('samples'), { maxLength: 3 }).map((items) => ({
        schema: { type: 'array', prefixItems: items.map(({ schema }) => schema) },
        value: items.map(({ value }) => value),
      })),
    },
    {
      weight: 1,
      arbitrary: fc.tuple(tie('records'), leaves).map(([{ schema, value }, other]) => ({
        schema: { anyOf: [schema, other.schema] },
        value,
      })),
    },
    {
      weight: 1,
      arbitrary: fc.tuple(leaves, leaves).map(([one, other]) => ({
        schema: { oneOf: [one.schema, other.schema] },
        value: one.value,
      })),
    },
  ),
  records: fc
    .tuple(
      fc.uniqueArray(fc.tuple(keys, tie('samples')), {
        selector: ([key]) => key,
        maxLength: 5,
        depthIdentifier: 'schema',
      }),
      fc.constantFrom({}, { additionalProperties: false }),
    )
    .map(([entries, rest]): Sample => {
      const properties = Object.fromEntries(entries.map(([key, { schema }]) => [key, schema]));
      const value = Object.fromEntries(entries.map(([key, member]) => [key, member.value]));
      return { schema: { type: 'object', properties, ...rest }, value };
    }),
}));

function read(tool: Tool, deltas: readonly string[]) {
  const reading = { rest: '', joined: '', inputs: [] as string[] };
  const sink = {
    onText: (delta: string) => {
      reading.rest += delta;
    },
    onCallStart: () => {},
    onInput: (delta: string) => {
      reading.joined += delta;
    },
    onCallEnd: (_: string, input: string) => reading.inputs.push(input),
    onIssue: ({ code }: { code: string }) => reading.inputs.push(code),
  };
  const parser = new TextParser({ format: wire, tools: [tool] }, sink, neverWasm);
  for (const delta of deltas) parser.feed(delta);
  parser.finish();
  return reading;
}

const wire = createWire();
const jsonWire = createWire({ syntax: 'json' });
const forcedWire = createWire({ fallbackToJson: 'force' });

/** Node runs them all; the other hosts run the same code, and take longer to start than to run. */
const isNode = globalThis.process?.versions?.v8 !== undefined && globalThis.process?.release?.name === 'node';
const numRuns = isNode ? 20_000 : 1000;

test('any value that a schema allows, written and read, is the same', { timeout: 60_000 }, () => {
  const property = fc.property(records, fc.nat({ max: 7 }), fc.integer({ min: 1 }), (sample, way, seed) => {
    const inputSchema = { ...(sample.schema as object), $defs: { node } };
    const tool: Tool = { name: 'f', inputSchema };
    const format = way === 7 ? jsonWire : way === 6 ? forcedWire : wire;
    const text = format.writeCall({ toolName: 'f', input: sample.value, tool: way === 5 ? undefined : tool });
    const value: unknown = JSON.parse(JSON.stringify(sample.value));
    const readers = way === 4 ? { name: 'f' } : tool;
    for (const deltas of [[text], new Random(seed).cut(text, 7)]) {
      const { rest, joined, inputs } = read(readers, deltas);
      expect([rest, ...inputs], text).toEqual(['', joined]);
      expect(JSON.parse(joined), text).toEqual(value);
    }
  });
  fc.assert(property, { numRuns, seed: 5 });
});
