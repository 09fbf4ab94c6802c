// The text that tells a model its tools, and the options of a middleware.
import {
  createToolMiddleware,
  formats,
  gemmaToolMiddleware,
  hermesToolMiddleware,
  jsonMixProtocol,
  protocolFor,
  toolMiddleware,
  xmlToolMiddleware,
} from 'toolwire';
import { describe, expect, test } from 'vitest';
import { functionTools, manualOf, question, transform } from './support/hooks.ts';

/** A manual that is easy to find. */
const brief = { protocol: protocolFor('hermes'), toolSystemPromptTemplate: () => 'TOOLS' };

describe('the manual', () => {
  const tools = [
    ...functionTools('get_weather', 'search', 'write_file', 'ping', 'plot'),
    {
      type: 'function',
      name: 'book',
      description: 'Books a room.',
      inputSchema: {
        $schema: 'http://json-schema.org/draft-07/schema#',
        type: 'object',
        properties: { at: { type: 'string' } },
      },
      inputExamples: [{ input: { at: 'noon-ish' } }],
    },
  ];

  const presets = [
    [
      'hermes',
      hermesToolMiddleware,
      '<tool_call>\n{"name":"get_weather","arguments":{"city":"some city","days":1}}\n</tool_call>',
    ],
    [
      'gemma',
      gemmaToolMiddleware,
      '```tool_call\n{"name":"get_weather","arguments":{"city":"some city","days":1}}\n```',
    ],
    [
      'morph-xml',
      xmlToolMiddleware,
      '<get_weather>\n  <city>some city</city>\n  <days>1</days>\n</get_weather>',
    ],
  ] as const;

  test.each(presets)('%s: one worked example, and rules', async (_, middleware, example) => {
    const manual = manualOf(await transform(middleware, { ...question, tools }));
    expect(manual.split(example)).toHaveLength(2);
    for (const rule of [
      /several calls/,
      /plain text/,
      /Never make up a result/,
      /Results are given/,
      /exact names/,
    ])
      expect(manual).toMatch(rule);
  });

  test.each(presets)('%s: is that of toolMiddleware by name', async (name, middleware) => {
    const params = { ...question, tools };
    expect(await transform(toolMiddleware(name), params)).toEqual(await transform(middleware, params));
  });

  test.each(Object.values(formats).map(({ name }) => name))(
    '%s: tells every tool, always the same',
    async (name) => {
      const params = { ...question, tools };
      const manual = manualOf(await transform(toolMiddleware(name), params));
      for (const { name, description } of tools) {
        expect(manual).toContain(name);
        expect(manual).toContain(description);
      }
      expect(manual).toContain('noon-ish');
      expect(manual).not.toContain('$schema');
      expect(manual).toBe(manualOf(await transform(toolMiddleware(name), structuredClone(params))));
    },
  );

  test("a tool's own example is the one that is worked", async () => {
    const seen: string[] = [];
    const toolSystemPromptTemplate = (list: string, example: string) => {
      seen.push(list, example);
      return '';
    };
    const middleware = createToolMiddleware({ protocol: jsonMixProtocol(), toolSystemPromptTemplate });
    await transform(middleware, { ...question, tools: tools.slice(-1) });
    expect(JSON.parse(seen[0] as string)).toEqual({
      name: 'book',
      description: 'Books a room.',
      parameters: { type: 'object', properties: { at: { type: 'string' } } },
      examples: [{ at: 'noon-ish' }],
    });
    expect(seen[1]).toBe('<tool_call>{"name":"book","arguments":{"at":"noon-ish"}}</tool_call>');
  });

  test.each<[what: string, schema: object, sample: unknown]>([
    ['nothing', {}, {}],
    ['no object', { type: 'string' }, {}],
    [
      'types',
      { properties: { s: { type: 'string' }, n: { type: 'number', minimum: 5 } } },
      { s: 'some s', n: 5 },
    ],
    [
      'more types',
      { required: ['b', 'z', 'u'], properties: { b: { type: 'boolean' }, z: { type: 'null' }, u: {} } },
      { b: true, z: null, u: 'some u' },
    ],
    [
      'what is required, all of it',
      { required: ['c', 'a', 'b'], properties: { a: {}, b: {}, c: {}, d: {} } },
      { c: 'some c', a: 'some a', b: 'some b' },
    ],
    [
      'what is optional, up to two',
      { required: ['c'], properties: { a: {}, b: {}, c: {} } },
      { c: 'some c', a: 'some a' },
    ],
    [
      'values that are given',
      {
        required: ['a', 'b', 'c', 'd'],
        properties: {
          a: { const: 1 },
          b: { enum: ['x', 'y'] },
          c: { default: false },
          d: { examples: ['e'] },
        },
      },
      { a: 1, b: 'x', c: false, d: 'e' },
    ],
    [
      'lists',
      { properties: { a: { type: 'array', items: { type: 'integer' } }, b: { type: 'array' } } },
      { a: [1], b: [] },
    ],
    [
      'tuples',
      {
        properties: {
          a: { type: 'array', prefixItems: [{ type: 'integer' }, { type: 'boolean' }] },
          b: { type: 'array', items: [{ const: 2 }] },
        },
      },
      { a: [1, true], b: [2] },
    ],
    [
      'unions',
      {
        properties: {
          a: { anyOf: [{ type: 'integer' }, { type: 'null' }] },
          b: { type: ['boolean', 'null'] },
        },
      },
      { a: 1, b: true },
    ],
    [
      'all of several',
      { allOf: [{ properties: { a: { const: 1 } }, required: ['a'] }, { properties: { b: { const: 2 } } }] },
      { a: 1, b: 2 },
    ],
    [
      'references',
      {
        $ref: '#/$defs/trip',
        $defs: {
          trip: { type: 'object', properties: { to: { $ref: '#/$defs/place' } } },
          place: { type: 'object', properties: { city: { type: 'string' } } },
        },
      },
      { to: { city: 'some city' } },
    ],
    [
      'references to itself',
      { properties: { child: { $ref: '#' } } },
      { child: { child: { child: { child: {} } } } },
    ],
    [
      'a union that is part of itself',
      { properties: { a: { $ref: '#/$defs/a' } }, $defs: { a: { anyOf: [{ $ref: '#/$defs/a' }] } } },
      { a: 'some a' },
    ],
    ['no type but what is in it', { properties: { a: { items: { type: 'integer' } } } }, { a: [1] }],
    [
      'keywords that are not as they should be',
      {
        required: null,
        properties: {
          a: { type: 'object', required: true, properties: { b: {} } },
          c: { type: 'object', properties: null, allOf: {}, enum: 'd' },
        },
      },
      { a: { b: 'some b' }, c: {} },
    ],
  ])('the example of a schema with %s', async (_, inputSchema, sample) => {
    const middleware = createToolMiddleware({
      protocol: jsonMixProtocol({ toolCallStart: '', toolCallEnd: '' }),
      toolSystemPromptTemplate: (_list, example) => example,
    });
    const tool = { type: 'function', name: 't', inputSchema } as never;
    const { prompt } = await transform(middleware, { ...question, tools: [tool] });
    expect(JSON.parse(prompt[0]?.content as string)).toEqual({ name: 't', arguments: sample });
  });
});

describe('options', () => {
  const { protocol, toolSystemPromptTemplate } = brief;

  test('a protocol may be an instance or a function that makes one', async () => {
    const made = createToolMiddleware({ protocol: () => protocol, toolSystemPromptTemplate });
    const named = createToolMiddleware({ protocol: jsonMixProtocol, toolSystemPromptTemplate });
    for (const middleware of [made, named])
      expect(manualOf(await transform(middleware, question))).toBe('TOOLS');
  });

  const { formatToolCall: _, ...lacking } = protocol;
  test.each<[what: string, options: object, cure: RegExp]>([
    [
      'no protocol',
      { toolSystemPromptTemplate },
      /"protocol" must be a protocol.*got undefined.*Try protocolFor\('hermes'\)/,
    ],
    ['a name for it', { protocol: 'hermes', toolSystemPromptTemplate }, /got "hermes".*Try protocolFor/],
    ['a function that makes something else', { protocol: () => ({}), toolSystemPromptTemplate }, /got \{\}/],
    [
      'a function that makes functions',
      { protocol: () => () => 1, toolSystemPromptTemplate },
      /got a function/,
    ],
    ['part of a protocol', { protocol: lacking, toolSystemPromptTemplate }, /it lacks formatToolCall\./],
    ['no template', { protocol }, /"toolSystemPromptTemplate" must be a function.*got undefined/],
    ['a text for it', { protocol, toolSystemPromptTemplate: 'a' }, /got "a"/],
    [
      'a text for that of results',
      { ...brief, toolResponsePromptTemplate: 'a' },
      /"toolResponsePromptTemplate" must be a function/,
    ],
    ['placement', { ...brief, placement: 'middle' }, /"placement" must be "first" or "last", got "middle"/],
    ['media', { ...brief, media: 'show' }, /"media" must be "placeholder" or "forward", got "show"/],
    [
      'toolChoiceNone',
      { ...brief, toolChoiceNone: true },
      /"toolChoiceNone" must be "pass" or "throw", got true/,
    ],
    [
      'forcedChoice',
      { ...brief, forcedChoice: 'json' },
      /"forcedChoice" must be "stream" or "generate" or "prompt"/,
    ],
    ['debug', { ...brief, debug: 'all' }, /"debug" must be "off" or "stream" or "parse"/],
  ])('what is wrong is said at once: %s', (_, options, cure) => {
    expect(() => createToolMiddleware(options as never)).toThrow(TypeError);
    expect(() => createToolMiddleware(options as never)).toThrow(cure);
  });

  test('a format that does not exist', () => {
    expect(() => toolMiddleware('hermés')).toThrow(/There is no format "hermés"\. Formats:.*"hermes"/);
  });
});
