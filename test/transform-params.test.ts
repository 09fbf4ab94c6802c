// What a model is called with: its tools in one system message, the conversation as text, and nothing left for the
// provider's own tool calling.
import { createToolMiddleware, hermesToolMiddleware, protocolFor, withTools } from 'toolwire';
import { describe, expect, test } from 'vitest';
import {
  assistant,
  call,
  functionTools,
  type Message,
  manualOf,
  type Params,
  question,
  result,
  results,
  system,
  text,
  transform,
  user,
} from './support/hooks.ts';
import { createModel } from './support/model.ts';
import { hosts, sdks } from './support/sdks.ts';

/** A manual that is easy to find. */
const brief = { protocol: protocolFor('hermes'), toolSystemPromptTemplate: () => 'TOOLS' };

const first = createToolMiddleware(brief);
const last = createToolMiddleware({ ...brief, placement: 'last' });

describe('the system message', () => {
  test.each<[what: string, given: Message[], first: string, last: string]>([
    ['none', [], 'TOOLS', 'TOOLS'],
    ['one', [system('Be kind.')], 'TOOLS\n\nBe kind.', 'Be kind.\n\nTOOLS'],
    [
      'two',
      [system('Be kind.'), system('Be brief.')],
      'TOOLS\n\nBe kind.\n\nBe brief.',
      'Be kind.\n\nBe brief.\n\nTOOLS',
    ],
    ['an empty one', [system('')], 'TOOLS', 'TOOLS'],
  ])('%s becomes one that leads', async (_, given, atFirst, atLast) => {
    const params = { ...question, prompt: [...given, ...question.prompt] };
    expect((await transform(first, params)).prompt).toEqual([system(atFirst), ...question.prompt]);
    expect((await transform(last, params)).prompt).toEqual([system(atLast), ...question.prompt]);
  });

  test('options of those that are merged are kept, provider by provider', async () => {
    const one = { ...system('a'), novel: 1, providerOptions: { x: { cache: true }, y: { n: 1 } } };
    const other = { ...system('b'), providerOptions: { x: { ttl: 5 } } };
    const { prompt } = await transform(first, { ...question, prompt: [one, other] });
    expect(prompt).toEqual([
      {
        ...system('TOOLS\n\na\n\nb'),
        novel: 1,
        providerOptions: { x: { cache: true, ttl: 5 }, y: { n: 1 } },
      },
    ]);
  });

  test('later ones stay where they are', async () => {
    const prompt = [...question.prompt, system('From now on in French.')];
    expect((await transform(first, { ...question, prompt })).prompt).toEqual([system('TOOLS'), ...prompt]);
  });
});

describe('tools', () => {
  test('go from the call into the prompt, and what the wrappers need of them into the options', async () => {
    const options = { onError: () => {}, debugSummary: {}, own: 1 };
    const params: Params = {
      ...question,
      toolChoice: { type: 'auto' },
      providerOptions: { other: { a: 1 }, toolCallMiddleware: options },
    };
    const changed = await transform(hermesToolMiddleware, params);
    expect(Object.keys(changed).sort()).toEqual(['prompt', 'providerOptions']);
    const [weather, ping] = functionTools('get_weather', 'ping');
    expect(changed.providerOptions).toEqual({
      other: { a: 1 },
      toolCallMiddleware: {
        ...options,
        toolNames: ['get_weather', 'ping'],
        originalTools: [
          { name: 'get_weather', inputSchema: JSON.stringify(weather?.inputSchema) },
          { name: 'ping', inputSchema: JSON.stringify(ping?.inputSchema) },
        ],
      },
    });
    expect(changed.providerOptions?.toolCallMiddleware.debugSummary).toBe(options.debugSummary);
  });

  test.each([
    ['required', { type: 'required' }],
    ['tool', { type: 'tool', toolName: 'ping' }],
  ])('a choice that is forced is among the options: %s', async (_, toolChoice) => {
    const { providerOptions, ...rest } = await transform(first, { ...question, toolChoice });
    expect(providerOptions?.toolCallMiddleware.toolChoice).toEqual(toolChoice);
    expect(rest).not.toHaveProperty('toolChoice');
    expect(rest).not.toHaveProperty('tools');
  });

  test("the caller's objects are left as they are", async () => {
    const params: Params = {
      prompt: [
        { ...system('a'), providerOptions: { x: { n: 1 } } },
        user(
          text('b', { providerOptions: { x: { n: 1 } } }),
          text('c', { providerOptions: { x: { m: 1 } } }),
        ),
        assistant(text('d'), call({ city: 'Paris' })),
        results(result({ type: 'content', value: [{ type: 'text', text: 'e' }] })),
        user(text('f')),
      ],
      tools: functionTools('get_weather'),
      toolChoice: { type: 'required' },
      responseFormat: { type: 'json', schema: {} },
      providerOptions: { toolCallMiddleware: { own: [1] } },
    };
    const copy = structuredClone(params);
    await transform(hermesToolMiddleware, deepFreeze(params));
    expect(params).toEqual(copy);
  });

  test('all else a call holds is passed on', async () => {
    const signal = new AbortController().signal;
    const more = {
      temperature: 0.5,
      abortSignal: signal,
      headers: { a: 'b' },
      responseFormat: { type: 'text' },
    };
    expect(await transform(first, { ...question, ...more } as Params)).toMatchObject(more);
  });
});

function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null) Object.values(Object.freeze(value)).forEach(deepFreeze);
  return value;
}

describe("tools of the provider's own", () => {
  const details = expect.stringContaining('left out');
  const search = (type: string) => ({ type, id: 'acme.search', name: 'web_search', args: {} });

  test.each([
    ['v2', 'provider-defined', { type: 'unsupported-tool', tool: search('provider-defined'), details }],
    ['v3', 'provider', { type: 'unsupported', feature: 'tool "web_search"', details }],
    ['v4', 'provider', { type: 'unsupported', feature: 'tool "web_search"', details }],
  ] as const)('%s: are left out with a warning', async (spec, type, warning) => {
    const told: unknown[] = [];
    const params = {
      ...question,
      tools: [...functionTools('ping'), search(type)],
      providerOptions: {
        toolCallMiddleware: { onError: (...report: unknown[]) => void told.push(report) },
      },
    };
    const { providerOptions } = await transform(hermesToolMiddleware, params, spec);
    expect(providerOptions?.toolCallMiddleware).toMatchObject({ toolNames: ['ping'], warnings: [warning] });
    expect(told).toEqual([[expect.stringContaining('web_search'), { toolName: 'web_search' }]]);
  });

  test('without any other there is no manual', async () => {
    const { prompt, ...rest } = await transform(first, { ...question, tools: [search('provider')] });
    expect(prompt).toEqual(question.prompt);
    expect(rest).not.toHaveProperty('tools');
    expect(rest.providerOptions?.toolCallMiddleware).not.toHaveProperty('originalTools');
  });

  test.each([
    ['provider-defined', 'web_search'],
    ['provider-defined', 'acme.search'],
    ['provider', 'web_search'],
    ['provider', 'acme.search'],
  ])('%s: one that is chosen, by name or id, is refused: %s', async (type, toolName) => {
    const params = {
      ...question,
      tools: [...functionTools('ping'), search(type)],
      toolChoice: { type: 'tool', toolName },
    };
    await expect(transform(first, params)).rejects.toThrow(/web_search|acme\.search.*provider runs/);
  });

  test.each(hosts)('$name: the SDK tells its caller', async ({ name, sdk, spec }) => {
    const type = name.startsWith('ai@5') ? 'provider-defined' : 'provider';
    const model = createModel(spec, ['Hi.']);
    const options = { model: withTools(model, first), prompt: 'Hi', tools: { web_search: search(type) } };
    expect((await sdk.generateText(options)).warnings).toHaveLength(1);
    expect(model.calls[0]).not.toHaveProperty('tools');
  });
});

describe('a call that has nothing to do with tools', () => {
  test.each<[string, Params]>([
    ['a chat', { prompt: [system('a'), user(text('b'), text('c')), user(text('d'))] }],
    [
      'thinking and files',
      { prompt: [user(text('a')), assistant({ type: 'reasoning', text: 'b' }, text('c'))] },
    ],
    ['structured output', { prompt: [user(text('a'))], responseFormat: { type: 'json', schema: {} } }],
    ['a list of no tools', { prompt: [user(text('a'))], tools: [] }],
    ['a choice of none', { prompt: [user(text('a'))], toolChoice: { type: 'none' } }],
    ['options', { prompt: [user(text('a'))], providerOptions: { toolCallMiddleware: { own: 1 } } }],
  ])('is passed on as the object it is: %s', async (_, params) => {
    expect(await transform(hermesToolMiddleware, params)).toBe(params);
  });

  const schema = {
    type: 'object',
    properties: { city: { type: 'string' } },
    required: ['city'],
    additionalProperties: false,
  } as const;
  const answer = '{"city":"<tool_call>{\\"name\\": \\"ping\\"}</tool_call>"}';
  const value = JSON.parse(answer);

  // biome-ignore lint/suspicious/noExplicitAny: the types of the SDKs differ
  const structured: [name: string, run: (sdk: any, model: unknown) => Promise<unknown>][] = [
    [
      'generateObject',
      async (sdk, model) =>
        (await sdk.generateObject({ model, prompt: 'Where?', schema: sdk.jsonSchema(schema) })).object,
    ],
    [
      'streamObject',
      async (sdk, model) => {
        const streamed = sdk.streamObject({ model, prompt: 'Where?', schema: sdk.jsonSchema(schema) });
        for await (const _ of streamed.partialObjectStream);
        return streamed.object;
      },
    ],
    [
      'generateText with an output',
      async (sdk, model) => {
        const output = sdk.Output.object({ schema: sdk.jsonSchema(schema) });
        const options = { model, prompt: 'Where?', output, experimental_output: output };
        const done = await sdk.generateText(options);
        return done.output ?? done.experimental_output;
      },
    ],
    [
      'streamText with an output',
      async (sdk, model) => {
        const output = sdk.Output.object({ schema: sdk.jsonSchema(schema) });
        const streamed = sdk.streamText({ model, prompt: 'Where?', output, experimental_output: output });
        return JSON.parse(await streamed.text);
      },
    ],
  ];

  describe.each(sdks)('%s', (_, sdk, specs) => {
    test.each(structured)('%s is what it is without the middleware', async (__, run) => {
      const spec = specs.at(-1) as (typeof specs)[number];
      const [bare, wrapped] = [createModel(spec, [answer]), createModel(spec, [answer])];
      const middleware = hermesToolMiddleware;
      expect(await run(sdk, bare)).toEqual(value);
      expect(await run(sdk, sdk.wrapLanguageModel({ model: wrapped, middleware }))).toEqual(value);
      expect(wrapped.calls).toEqual(bare.calls);
      expect(wrapped.calls[0].responseFormat).toMatchObject({ type: 'json', schema });
    });
  });
});

describe('tools and structured output', () => {
  test('the schema of the answer goes to the prompt: held to JSON, a model could not call', async () => {
    const schema = { type: 'object', properties: { mood: { type: 'string' } } };
    const changed = await transform(last, { ...question, responseFormat: { type: 'json', schema } });
    expect(changed).not.toHaveProperty('responseFormat');
    expect(manualOf(changed)).toMatch(/^TOOLS\n\nWhen you need no more tools/);
    expect(manualOf(changed)).toContain(JSON.stringify(schema));
  });

  test('JSON without a schema is asked for too', async () => {
    const changed = await transform(first, { ...question, responseFormat: { type: 'json' } });
    expect(changed).not.toHaveProperty('responseFormat');
    expect(manualOf(changed)).toContain('nothing but a JSON value');
  });
});
