// Grammars of tools, tried with the grammar engine that WebLLM is built with: what a format writes is accepted and read
// back as the same input; what a tool would refuse can't be written.
import { isDeepStrictEqual } from 'node:util';
import { type Format, formats, parseText, type Tool } from 'toolwire';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { type StructuralTagOptions, structuralTagFor } from '../../src/webllm/structural-tag.ts';
import { fittingValue, generateTool, unfitting, withFreeStrings } from '../support/generated-tools.ts';
import { Random } from '../support/random.ts';
import { tools } from '../support/tools.ts';
import { faultOf } from '../support/validate.ts';
import { compileTag, writeAtRandom } from '../support/xgrammar.ts';

const TOOLS = 240;
const CALLS = 6;

const compile = (format: Format, known: readonly Tool[], options: StructuralTagOptions = {}) => {
  const tag = structuralTagFor(format, known, options);
  if (!tag) throw new Error(`${format.name} has no grammar`);
  return compileTag(tag);
};

/** The inputs of the calls in a text. */
function readCalls(text: string, format: Format, known: readonly Tool[]): unknown[] {
  return parseText(text, { format, tools: known }).flatMap((event) =>
    event.type === 'call-end' ? [JSON.parse(event.input)] : [],
  );
}

/** What was tried, by how it went. */
async function tryTool(format: Format, tool: Tool, random: Random, choice: 'auto' | 'required') {
  const schema = tool.inputSchema as Record<string, unknown>;
  const grammar = await compile(format, [tool], { choice });
  const count = {
    valid: 0,
    refused: [] as string[],
    changed: [] as string[],
    invalid: 0,
    accepted: [] as string[],
  };
  for (let i = 0; i < CALLS; i++) {
    const input = fittingValue(random, schema) as Record<string, unknown>;
    const text = format.writeCall({ toolName: tool.name, input, tool });
    const [read] = readCalls(text, format, [tool]);
    count.valid++;
    if (!grammar.accepts(text)) count.refused.push(text);
    const isSame =
      isDeepStrictEqual(read, input) || (format === formats.qwen3Coder && !faultOf(read, schema));
    if (!isSame) count.changed.push(text);
    const wrong = unfitting(random, input, schema);
    if (!wrong) continue;
    const wrongText = format.writeCall({ toolName: tool.name, input: wrong, tool });
    // A bare word is what the schema wants it to be: `zip=12345` is a string where a string is asked for.
    const [reading] = readCalls(wrongText, format, [tool]);
    const isFine = format.name !== 'hermes' && reading !== undefined && !faultOf(reading, schema);
    if (isFine) continue;
    count.invalid++;
    if (grammar.accepts(wrongText)) count.accepted.push(wrongText);
  }
  grammar.dispose();
  return count;
}

// Raw parameters have no quotes: what is between their marks is any text, and the schema alone tells its type.
const tried = [
  { name: 'hermes', format: formats.hermes, change: (tool: Tool) => tool },
  { name: 'wire', format: formats.wire, change: (tool: Tool) => tool },
  { name: 'qwen3-coder', format: formats.qwen3Coder, change: withFreeStrings },
];

describe.each(tried)('$name', ({ format, change }) => {
  test.each(['auto', 'required'] as const)(
    `${TOOLS} tools, %s: what fits is accepted, and nothing else`,
    { timeout: 60_000 },
    async (choice) => {
      const total = { valid: 0, invalid: 0 };
      for (let seed = 1; seed <= TOOLS; seed++) {
        const random = new Random(seed * 104729);
        const tool = change(generateTool(random, seed));
        const { valid, invalid, ...wrong } = await tryTool(format, tool, random, choice);
        expect({ tool, ...wrong }).toEqual({ tool, refused: [], changed: [], accepted: [] });
        total.valid += valid;
        total.invalid += invalid;
      }
      expect(total.valid).toBe(TOOLS * CALLS);
      expect(total.invalid).toBeGreaterThan(TOOLS * 3);
    },
  );
});

const think = ({ reasoning }: Format, text: string) =>
  `${reasoning?.open[0] ?? '<think>'}${text}${reasoning?.close[0] ?? '</think>'}`;

const weather = { toolName: 'get_weather', input: { city: 'Paris', days: 3 } };
const written = [
  formats.hermes,
  formats.gemma,
  formats.wire,
  formats.qwen3Coder,
  formats.glm45,
  formats.kimiK2,
  formats.deepseekV3,
  formats.mistralCompact,
].map((format) => ({ name: format.name, format, call: format.writeCall(weather) }));

describe.each(written)('$name among all tools', ({ format, call }) => {
  test.each([
    ['', true],
    ['Just text, 1 < 2.', true],
    [call, true],
    [`Sure. ${call}`, true],
    [`${call}\n${call}`, true],
    [call.replace('get_weather', 'get_whether'), false],
    [call.replace('city', 'town'), false],
    [call.slice(0, -3), false],
  ])('auto: %j is accepted: %s', async (text, isAccepted) => {
    const grammar = await compile(format, tools);
    expect(grammar.accepts(text)).toBe(isAccepted);
    grammar.dispose();
  });

  test.each([
    ['', false],
    ['Just text.', false],
    [call, true],
    [`${think(format, 'I might <tool_call> something.')}\n\n${call}`, true],
    [think(format, 'I will not.'), false],
    [`Sure. ${call}`, false],
    [call + call, true],
  ])('required: %j is accepted: %s', async (text, isAccepted) => {
    const grammar = await compile(format, tools, { choice: 'required' });
    expect(grammar.accepts(text)).toBe(isAccepted);
    grammar.dispose();
  });

  test('one tool: one call of it, and nothing else', async () => {
    const grammar = await compile(format, tools, { choice: { toolName: 'get_weather' } });
    const ping = format.writeCall({ toolName: 'ping', input: {} });
    expect(grammar.accepts(call)).toBe(true);
    expect(grammar.accepts(ping)).toBe(false);
    expect(grammar.accepts(call + call)).toBe(false);
    expect(grammar.accepts(`${call} and so on`)).toBe(false);
    grammar.dispose();
  });
});

describe('options', () => {
  const call = formats.hermes.writeCall(weather);

  test.each<[options: StructuralTagOptions, text: string, isAccepted: boolean]>([
    [{ choice: 'required', thinking: 'none' }, call, true],
    [{ choice: 'required', thinking: 'none' }, `<think>x</think>${call}`, false],
    [{ choice: 'required', thinking: 'started' }, `I think so.</think>\n${call}`, true],
    [{ choice: 'required', thinking: 'started' }, call, false],
    [{ parallel: false }, `Sure. ${call}`, true],
    [{ parallel: false }, call + call, false],
    [{}, `<think>say <tool_call>{"name"</think>${call}`, true],
    [{}, '<think>say</think> <tool_call>{"name"', false],
  ])('%j: %j is accepted: %s', async (options, text, isAccepted) => {
    const grammar = await compile(formats.hermes, tools, options);
    expect(grammar.accepts(text)).toBe(isAccepted);
    grammar.dispose();
  });

  test.each([formats.pythonic, formats.morphXml, formats.gemma4, formats.llama3Json, formats.harmony])(
    '$name can not be held to calls where text is free',
    (format) => {
      expect(structuralTagFor(format, tools)).toBeUndefined();
    },
  );

  test('a call without a mark can be required', async () => {
    const grammar = await compile(formats.llama3Json, tools, { choice: 'required' });
    expect(grammar.accepts(formats.llama3Json.writeCall(weather))).toBe(true);
    expect(grammar.accepts('{"name": "get_weather", "parameters": {"city": "Paris"}}')).toBe(true);
    expect(grammar.accepts('{"name": "get_weather", "parameters": {"city": 1}}')).toBe(false);
    grammar.dispose();
  });

  test('arguments are an object, also where the schema says nothing of it', async () => {
    const ping = { name: 'ping', inputSchema: { description: 'Nothing.', additionalProperties: false } };
    const grammar = await compile(formats.hermes, [ping]);
    const write = (json: string) => `<tool_call>\n{"name": "ping", "arguments": ${json}}\n</tool_call>`;
    expect(['{}', '1', '"{}"', '[]'].map((json) => grammar.accepts(write(json)))).toEqual([
      true,
      false,
      false,
      false,
    ]);
    grammar.dispose();
  });

  test('no tools, no grammar', () => {
    expect(structuralTagFor(formats.hermes, [])).toBeUndefined();
    expect(structuralTagFor(formats.hermes, tools, { choice: { toolName: 'none' } })).toBeUndefined();
  });
});

/** What a schema's values may be, as JSON in a call. */
const values: [schema: object, accepted: string[], refused: string[]][] = [
  [{ type: 'integer', minimum: 1, maximum: 50 }, ['1', '9', '10', '50'], ['0', '51', '100', '-1', '1.5', '01']],
  [{ type: 'integer', exclusiveMinimum: -3 }, ['-2', '0', '123456'], ['-3', '-10']],
  [{ type: 'integer', maximum: -7 }, ['-7', '-70'], ['-6', '0', '7']],
  [{ type: 'integer', minimum: 98, maximum: 1203 }, ['98', '100', '999', '1203'], ['97', '1204', '9']],
  [{ type: 'number', minimum: 0, maximum: 1 }, ['0', '0.25', '1', '1.0'], ['1.1', '-0.5', '2']],
  [{ type: 'number', minimum: -2.5 }, ['-2.5', '0', '1000.5'], ['-3.5', '-10']],
  [{ type: 'number' }, ['1e21', '-1.5E-7', '0'], ['01', '.5', '1.']],
  [{ type: 'string', minLength: 1, maxLength: 3 }, ['"a"', '"\\n\\"x"', '"天気😀"'], ['""', '"abcd"', '"a\nb"']],
  [{ type: 'string', maxLength: 100000 }, ['""', `"${'x'.repeat(3000)}"`], []],
  [{ type: 'string', pattern: '^(?!a)b' }, ['"anything"'], ['1']],
  [{ type: 'string', pattern: '^[A-Z]{2}-\\d+$' }, ['"AB-1"'], ['"AB-"', '"ABC-1"', '"xAB-1"']],
  [{ type: 'string', pattern: 'ß|[à-ü]' }, ['"ß"', '"xß!"'], ['"s"']],
  [{ type: 'string', pattern: '^"\\w+"$' }, ['"\\"a\\""'], ['"a"']],
  [{ type: 'string', pattern: '^[a-f\\d-.]+$' }, ['"a.3-f"'], ['"g"']],
  [{ type: 'string', pattern: '^a{3,2}$' }, ['"anything"'], ['1']],
  [{ type: 'string', pattern: '^((a{1,1000}){1,1000}){1,1000}$' }, ['"anything"'], ['1']],
  [{ type: 'string', pattern: '^\\ud83d\\ude00$' }, ['"anything"'], ['1']],
  [{ type: 'string', format: 'date-time' }, ['"2024-05-01T10:00:00Z"', '"2024-05-01T10:00:00.5+02:00"'], ['"now"']],
  [{ enum: ['a/b', 'c"d', 1, null] }, ['"a/b"', '"c\\"d"', '1', 'null'], ['"1"', '"x"']],
  [{ type: 'string', nullable: true }, ['"a"', 'null'], ['1']],
  [{ allOf: [{ properties: { a: { type: 'integer' } } }, { properties: { b: { type: 'string' } }, required: ['b'] }] }, ['{"a": 1, "b": "x"}', '{"b": "x"}'], ['{"a": 1}', '1']],
  [{ oneOf: [{ type: 'string' }, { type: 'array', items: { type: 'integer' }, minItems: 2 }] }, ['"x"', '[1, 2]'], ['[1]', '1']],
  [{ type: 'array', items: [{ type: 'integer' }], additionalItems: { type: 'string' } }, ['[1]', '[1,"a"]'], ['["a"]', '[1,2]']],
  [{ type: 'array', maxItems: 1, items: { type: 'boolean' } }, ['[]', '[true]'], ['[true,true]']],
  [{ type: 'object', patternProperties: { '^x-': { type: 'integer' } } }, ['{"x-a": 1}', '{}'], ['{"x-a": "b"}']],
  [{ type: 'object', properties: { 'odd "key"': { type: 'integer' } } }, ['{"odd \\"key\\"": 1}', '{}'], ['{"odd": 1}']],
  [{ type: 'object', properties: { a: { type: 'integer' } }, required: ['a', 'b'] }, ['{"a": 1, "b": [{}]}'], ['{"a": 1}']],
  [{ type: 'object', properties: { a: false, b: true } }, ['{}', '{"b": 1}'], ['{"a": 1}']],
  [{ type: 'object', properties: { a: { not: {} }, b: { enum: [] }, c: true } }, ['{}', '{"c": 1}'], ['{"a":}', '{"b":}', '{"a": 1}']],
  [{ type: 'object', properties: { a: true }, additionalProperties: { not: {} } }, ['{"a": 1}'], ['{"b": 1}', '{"b":}']],
  [{ type: 'array', items: { not: {} } }, ['[]'], ['[1]', '[,]']],
  [{ type: 'object', properties: { a: { type: 'null' } }, additionalProperties: true }, ['{"z": [1]}', '{"a": null, "z": 1}'], ['{"a" : null}']],
  [{}, ['1', '{"a": [null, {"b": "c"}]}', '"x"'], ['x', '{a: 1}']],
  [{ $ref: 'https://elsewhere.example/schema' }, ['1', '{}'], ['x']],
]; // biome-ignore format: a table

test.each(values)('%j', async (schema, accepted, refused) => {
  const tool = { name: 'f', inputSchema: { type: 'object', properties: { v: schema }, required: ['v'] } };
  const grammar = await compile(formats.hermes, [tool]);
  const write = (json: string) => `<tool_call>\n{"name": "f", "arguments": {"v": ${json}}}\n</tool_call>`;
  const tryAll = (texts: string[]) => texts.map((text) => [text, grammar.accepts(write(text))]);
  expect(tryAll(accepted)).toEqual(accepted.map((text) => [text, true]));
  expect(tryAll(refused)).toEqual(refused.map((text) => [text, false]));
  grammar.dispose();
});

describe.each(tried)('$name, token by token', ({ format, change }) => {
  test('whatever a model would like to write, it writes calls that fit', async () => {
    let calls = 0;
    for (let seed = 1; seed <= 60; seed++) {
      const random = new Random(seed * 7907);
      const tool = change(generateTool(random, seed));
      const tag = structuralTagFor(format, [tool], { choice: { toolName: tool.name }, thinking: 'none' });
      const text = await writeAtRandom(tag as object, random);
      if (text === undefined) continue; // it went on for too long
      const [input] = readCalls(text, format, [tool]);
      const fault = input === undefined ? 'no call' : faultOf(input, tool.inputSchema as object);
      expect({ tool, text, fault }).toEqual({ tool, text, fault: undefined });
      calls++;
    }
    expect(calls).toBeGreaterThan(45);
  });
});

describe('a schema as zod makes it', () => {
  const schema = z.object({
    id: z.uuid(),
    mail: z.email(),
    at: z.iso.datetime(),
    day: z.iso.date().optional(),
    url: z.url(),
    count: z.number().int().min(1).max(20).default(5),
    ratio: z.number().positive().nullable(),
    kind: z.enum(['a', 'b']).describe('The kind.'),
    to: z.discriminatedUnion('type', [
      z.object({ type: z.literal('user'), id: z.number().int() }),
      z.object({ type: z.literal('group'), name: z.string().min(1).max(40) }),
    ]),
    tags: z.array(z.string().trim().min(1)).max(3),
    at2: z.tuple([z.number(), z.number()]),
    headers: z.record(z.string(), z.string()),
    note: z
      .string()
      .regex(/^[A-Z][\w -]*$/)
      .optional(),
  });
  const input = {
    id: '123e4567-e89b-42d3-a456-426614174000',
    mail: 'ann@example.org',
    at: '2024-05-01T10:00:00Z',
    url: 'https://a.example/b?c=d',
    count: 7,
    ratio: null,
    kind: 'b',
    to: { type: 'group', name: 'The "A" team' },
    tags: ['x y', 'z'],
    at2: [1, 2.5],
    headers: { Accept: 'text/html', 'X-Y': 'z' },
    note: 'All right-now',
  };
  const changes: [what: string, change: object][] = [
    ['id', { id: 'x' }],
    ['mail', { mail: 'nobody' }],
    ['at', { at: 'today' }],
    ['count', { count: 21 }],
    ['ratio', { ratio: 'half' }],
    ['kind', { kind: 'c' }],
    ['to', { to: { type: 'group', id: 1 } }],
    ['tags', { tags: ['a', 'b', 'c', 'd'] }],
    ['at2', { at2: [1] }],
    ['headers', { headers: { a: { b: 1 } } }],
    ['note', { note: 'all wrong' }],
  ];

  test.each([formats.hermes, formats.wire])('$name', async (format) => {
    const tool = { name: 'f', inputSchema: z.toJSONSchema(schema, { io: 'input' }) as Tool['inputSchema'] };
    const write = (value: object) => format.writeCall({ toolName: 'f', input: value, tool });
    const grammar = await compile(format, [tool]);
    expect(schema.safeParse(input).success).toBe(true);
    expect(grammar.accepts(write(input))).toBe(true);
    expect(readCalls(write(input), format, [tool])).toEqual([input]);
    const accepted = changes.filter(([, change]) => grammar.accepts(write({ ...input, ...change })));
    expect(accepted.map(([what]) => what)).toEqual([]);
    grammar.dispose();
  });
});
