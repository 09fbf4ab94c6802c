// The model over WebLLM's engine: what it asks of the engine, what it answers in each version of the specification and
// through each AI SDK, and how it stops.
import { formats, hermesToolMiddleware, toolMiddleware, withTools } from 'toolwire';
import { describe, expect, test } from 'vitest';
import type { CallOptions } from '../src/webllm/request.ts';
import type { SpecificationVersion, StreamPart } from '../src/webllm/shapes.ts';
import { structuralTagFor, webllm } from '../src/webllm.ts';
import { Random } from './support/random.ts';
import { functionTools } from './support/run.ts';
import { hosts, stopAfter } from './support/sdks.ts';
import { type EngineAnswer, type EngineOptions, ScriptedEngine } from './support/webllm-engine.ts';

const isWorkerd = globalThis.navigator?.userAgent === 'Cloudflare-Workers';

const user = (text: string) => ({ role: 'user', content: [{ type: 'text', text }] });
const prompt = [user('Hi.')];
const versions: SpecificationVersion[] = ['v2', 'v3', 'v4'];

/** All parts of a stream, and the error it broke with. */
async function read<V extends SpecificationVersion>(stream: ReadableStream<StreamPart<V>>) {
  const parts: StreamPart<V>[] = [];
  const reader = stream.getReader();
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) parts.push(next.value);
    return { parts, error: undefined };
  } catch (error) {
    return { parts, error };
  }
}

/** What the engine is asked for. */
async function requestOf(
  options: Partial<CallOptions>,
  engineOptions?: EngineOptions,
  settings: Parameters<typeof webllm>[1] = {},
) {
  const engine = new ScriptedEngine(['Hello.'], engineOptions);
  const { warnings } = await webllm(engine, settings).doGenerate({ prompt, ...options });
  return { request: engine.requests[0]!, warnings };
}

describe('answers', () => {
  test.each(versions)('%s: a whole answer', async (specificationVersion) => {
    const engine = new ScriptedEngine([{ deltas: 'Hello there.', finishReason: 'length' }]);
    const result = await webllm(engine, { specificationVersion }).doGenerate({ prompt });
    expect(result.content).toEqual([{ type: 'text', text: 'Hello there.' }]);
    expect(result.finishReason).toEqual(
      specificationVersion === 'v2' ? 'length' : { unified: 'length', raw: 'length' },
    );
    expect(result.usage).toEqual(
      specificationVersion === 'v2'
        ? { inputTokens: 12, outputTokens: 3, totalTokens: 15 }
        : { inputTokens: { total: 12 }, outputTokens: { total: 3 } },
    );
    expect(result.response).toEqual({ id: 'chatcmpl-1', modelId: 'Qwen2.5-1.5B-Instruct-q4f16_1-MLC' });
    expect(result.providerMetadata?.webllm).toEqual({
      e2e_latency_s: 0.5,
      prefill_tokens_per_s: 24,
      time_to_first_token_s: 0.5,
      time_per_output_token_s: 0.01,
    });
    expect(engine.isLocked).toBe(false);
  });

  test.each(versions)('%s: a stream', async (specificationVersion) => {
    const engine = new ScriptedEngine([{ deltas: ['', 'Hel', '', 'lo.'] }]);
    const { stream } = await webllm(engine, { specificationVersion }).doStream({ prompt, topK: 3 });
    const { parts } = await read(stream);
    expect(parts.map(({ type }) => type)).toEqual([
      'stream-start',
      'response-metadata',
      'text-start',
      'text-delta',
      'text-delta',
      'text-end',
      'finish',
    ]);
    expect(parts[0]).toEqual({
      type: 'stream-start',
      warnings: [
        {
          ...(specificationVersion === 'v2'
            ? { type: 'unsupported-setting', setting: 'topK' }
            : { type: 'unsupported', feature: 'topK' }),
          details: 'WebLLM samples by temperature and topP.',
        },
      ],
    });
    expect(parts[3]).toEqual({ type: 'text-delta', id: '0', delta: 'Hel' });
  });

  test('an answer without text opens no block', async () => {
    const { stream } = await webllm(new ScriptedEngine([''])).doStream({ prompt });
    const { parts } = await read(stream);
    expect(parts.map(({ type }) => type)).toEqual(['stream-start', 'response-metadata', 'finish']);
    expect((await webllm(new ScriptedEngine([''])).doGenerate({ prompt })).content).toEqual([]);
  });

  test('the engine’s chunks, if they are asked for', async () => {
    const { stream } = await webllm(new ScriptedEngine(['Hi'])).doStream({ prompt, includeRawChunks: true });
    const { parts } = await read(stream);
    expect(parts.filter(({ type }) => type === 'raw')).toHaveLength(3);
  });

  test('an interrupt from elsewhere is another reason to end', async () => {
    const engine = new ScriptedEngine(['A long answer.']);
    const { stream } = await webllm(engine).doStream({ prompt });
    const reader = stream.getReader();
    for (let i = 0; i < 4; i++) await reader.read();
    await engine.interruptGenerate();
    let last: unknown;
    for (let next = await reader.read(); !next.done; next = await reader.read()) last = next.value;
    expect(last).toMatchObject({ type: 'finish', finishReason: { unified: 'other', raw: 'abort' } });
  });
});

describe('requests', () => {
  test('settings', async () => {
    const { request } = await requestOf({
      maxOutputTokens: 9,
      temperature: 0,
      topP: 0.5,
      stopSequences: ['\n'],
      presencePenalty: 0.1,
      frequencyPenalty: 0.2,
      seed: 7,
      reasoning: 'none',
      providerOptions: {
        webllm: { repetition_penalty: 1.1, stream: false, extra_body: { enable_latency_breakdown: true } },
      },
    });
    expect(request).toEqual({
      messages: [{ role: 'user', content: 'Hi.' }],
      max_tokens: 9,
      temperature: 0,
      top_p: 0.5,
      stop: ['\n'],
      presence_penalty: 0.1,
      frequency_penalty: 0.2,
      seed: 7,
      extra_body: { enable_latency_breakdown: true, enable_thinking: false },
      repetition_penalty: 1.1,
      stream: true,
      stream_options: { include_usage: true },
    });
  });

  test('JSON by a schema, and without one', async () => {
    const schema = { type: 'object', properties: { a: { type: 'integer' } } };
    const asked = await requestOf({ responseFormat: { type: 'json', schema } });
    expect(asked.request.response_format).toEqual({ type: 'json_object', schema: JSON.stringify(schema) });
    const free = await requestOf({ responseFormat: { type: 'json' } });
    expect(free.request.response_format).toEqual({ type: 'json_object', schema: '{}' });
    expect((await requestOf({ responseFormat: { type: 'text' } })).request.response_format).toBeUndefined();
  });

  test('no tools: they are for the middleware', async () => {
    const { request, warnings } = await requestOf({ tools: functionTools });
    expect(request.tools).toBeUndefined();
    expect(warnings).toMatchObject([{ type: 'unsupported', feature: 'tools' }]);
  });

  test('the model by its id, where there are several', async () => {
    const modelId = 'Phi-3.5-mini-instruct-q4f16_1-MLC';
    const { request } = await requestOf({}, { modelId }, { modelId });
    expect(request.model).toBe(modelId);
    await expect(requestOf({}, {}, { modelId })).rejects.toThrow('webllm(engine, { modelId })');
  });

  test('messages: system first, texts joined, thoughts left out', async () => {
    const { request, warnings } = await requestOf({
      prompt: [
        { role: 'system', content: 'Be kind.' },
        user('Hi.'),
        { role: 'system', content: 'Be brief.' },
        {
          role: 'assistant',
          content: [
            { type: 'reasoning', text: 'Hm.' },
            { type: 'text', text: 'Hello.' },
          ],
        },
        {
          role: 'user',
          content: [
            { type: 'text', text: 'One.' },
            { type: 'text', text: 'Two.' },
          ],
        },
      ],
    });
    expect(request.messages).toEqual([
      { role: 'system', content: 'Be kind.\n\nBe brief.' },
      { role: 'user', content: 'Hi.' },
      { role: 'assistant', content: 'Hello.' },
      { role: 'user', content: 'One.\nTwo.' },
    ]);
    expect(warnings).toMatchObject([
      { type: 'other', message: expect.stringContaining('moved to the front') },
    ]);
  });

  const png = 'iVBORw0KGgo=';
  test.each<[unknown, string]>([
    [new URL('https://a.example/b.png'), 'https://a.example/b.png'],
    [png, `data:image/png;base64,${png}`],
    [Uint8Array.from(atob(png), (unit) => unit.charCodeAt(0)), `data:image/png;base64,${png}`],
    [{ type: 'data', data: png }, `data:image/png;base64,${png}`],
    [{ type: 'url', url: new URL('https://a.example/b.png') }, 'https://a.example/b.png'],
  ])('an image as %s', async (data, url) => {
    const content = [
      { type: 'file', mediaType: 'image/png', data },
      { type: 'text', text: 'What is it?' },
    ];
    const { request } = await requestOf({ prompt: [{ role: 'user', content }] }, { isVision: true });
    expect(request.messages[0]!.content).toEqual([
      { type: 'text', text: 'What is it?' },
      { type: 'image_url', image_url: { url } },
    ]);
  });

  const call = { type: 'tool-call', toolCallId: '1', toolName: 'ping', input: {} };
  const image = { type: 'file', mediaType: 'image/png', data: png };
  test.each<[string, CallOptions['prompt'], string]>([
    [
      'a call',
      [user('Hi.'), { role: 'assistant', content: [call] }, user('And?')],
      'withTools(webllm(engine)',
    ],
    [
      'a result',
      [user('Hi.'), { role: 'tool', content: [{ type: 'tool-result' }] }],
      'withTools(webllm(engine)',
    ],
    ['an answer to go on with', [user('Hi.'), { role: 'assistant', content: [] }], 'role "user"'],
    ['no message', [], 'there is none'],
    [
      'a sound',
      [{ role: 'user', content: [{ type: 'file', mediaType: 'audio/wav', data: '' }] }],
      'with audio/wav',
    ],
    ['an image for a model that does not see', [{ role: 'user', content: [image] }], 'Load a vision model'],
  ])('%s is refused, with what to do', async (_, prompt, cure) => {
    const model = webllm(new ScriptedEngine(['x']));
    await expect(model.doGenerate({ prompt })).rejects.toThrow(cure);
    await expect(model.doStream({ prompt })).rejects.toThrow(cure);
  });

  test('an engine is needed', () => {
    expect(() => webllm({} as ScriptedEngine)).toThrow('CreateMLCEngine');
  });
});

describe('errors', () => {
  const broken: EngineAnswer = { deltas: ['Hel', new Error('The GPUDevice was lost')] };

  test.each([false, true])('in the middle of an answer; in a worker: %s', async (isWorker) => {
    const engine = new ScriptedEngine([broken, broken, 'Fine.'], { isWorker });
    const model = webllm(engine);
    const { parts } = await read((await model.doStream({ prompt })).stream);
    expect(parts.slice(-4)).toMatchObject([
      { type: 'text-delta', delta: 'Hel' },
      { type: 'text-end' },
      {
        type: 'error',
        error: { name: 'WebLLMError', message: expect.stringContaining('Load the model again') },
      },
      { type: 'finish', finishReason: { unified: 'error' } },
    ]);
    await expect(model.doGenerate({ prompt })).rejects.toThrow('Load the model again');
    expect((await model.doGenerate({ prompt })).content).toEqual([{ type: 'text', text: 'Fine.' }]);
  });
});

describe('stopping', () => {
  const long = 'word '.repeat(50);

  test('an abort in the middle of a stream ends it at once, and frees the engine', async () => {
    const engine = new ScriptedEngine([long, 'Next.']);
    const model = webllm(engine);
    const aborter = new AbortController();
    const { stream } = await model.doStream({ prompt, abortSignal: aborter.signal });
    const reader = stream.getReader();
    for (let i = 0; i < 5; i++) await reader.read();
    const pending = reader.read();
    aborter.abort();
    await expect(pending).rejects.toMatchObject({ name: 'AbortError' });
    expect((await model.doGenerate({ prompt })).content).toEqual([{ type: 'text', text: 'Next.' }]);
    expect(engine).toMatchObject({ interrupts: 1, stops: 1, isLocked: false });
  });

  test('an abort of a whole answer', async () => {
    const engine = new ScriptedEngine([long, 'Next.']);
    const aborter = new AbortController();
    const result = webllm(engine).doGenerate({ prompt, abortSignal: aborter.signal });
    setTimeout(() => aborter.abort('enough'), 10);
    await expect(result).rejects.toMatchObject({ name: 'AbortError', message: 'enough' });
    expect((await webllm(engine).doGenerate({ prompt })).content).toEqual([{ type: 'text', text: 'Next.' }]);
    expect(engine.stops).toBe(1);
  });

  test('a signal that is aborted already asks nothing of the engine', async () => {
    const engine = new ScriptedEngine(['One.']);
    const abortSignal = AbortSignal.abort();
    await expect(webllm(engine).doGenerate({ prompt, abortSignal })).rejects.toMatchObject({
      name: 'AbortError',
    });
    expect(engine).toMatchObject({ requests: [], interrupts: 0 });
    expect((await webllm(engine).doGenerate({ prompt })).content).toEqual([{ type: 'text', text: 'One.' }]);
  });

  test('a stream that is cancelled, read or not, stops the engine', async () => {
    const engine = new ScriptedEngine([long, long, 'Next.']);
    const model = webllm(engine);
    const read = (await model.doStream({ prompt })).stream.getReader();
    for (let i = 0; i < 5; i++) await read.read();
    await read.cancel();
    await (await model.doStream({ prompt })).stream.cancel();
    expect((await model.doGenerate({ prompt })).content).toEqual([{ type: 'text', text: 'Next.' }]);
    expect(engine).toMatchObject({ interrupts: 2, stops: 2 });
  });

  test('one answer at a time; an abort stops its own and no other', async () => {
    const engine = new ScriptedEngine([long, 'Second.', 'Fourth.']);
    const model = webllm(engine);
    const aborter = new AbortController();
    const first = await model.doStream({ prompt });
    const second = model.doGenerate({ prompt });
    const third = model.doGenerate({ prompt, abortSignal: aborter.signal });
    const fourth = webllm(engine, { specificationVersion: 'v2' }).doGenerate({ prompt });
    aborter.abort();
    await expect(third).rejects.toMatchObject({ name: 'AbortError' });
    const { parts } = await read(first.stream);
    expect(parts.at(-1)).toMatchObject({ finishReason: { unified: 'stop' } });
    expect((await second).content).toEqual([{ type: 'text', text: 'Second.' }]);
    expect((await fourth).content).toEqual([{ type: 'text', text: 'Fourth.' }]);
    expect(engine).toMatchObject({ interrupts: 0, isLocked: false });
  });
});

const state = (toolChoice?: object) => ({
  toolCallMiddleware: {
    originalTools: functionTools.map(({ name, inputSchema }) => ({
      name,
      inputSchema: JSON.stringify(inputSchema),
    })),
    ...(toolChoice && { toolChoice }),
  },
});
const known = functionTools.map(({ name, inputSchema }) => ({ name, inputSchema }));

describe('constraints', () => {
  test.each([
    [undefined, 'auto'],
    [{ type: 'required' }, 'required'],
    [{ type: 'tool', toolName: 'ping' }, { toolName: 'ping' }],
  ] as const)('calls in the format, with the choice %j', async (toolChoice, choice) => {
    const options = { providerOptions: state(toolChoice), responseFormat: { type: 'json', schema: {} } };
    const { request, warnings } = await requestOf(options, {}, { constrain: formats.hermes });
    const structural_tag = structuralTagFor(formats.hermes, known, { choice });
    expect(request.response_format).toEqual({ type: 'structural_tag', structural_tag });
    expect(warnings).toEqual([]);
  });

  test('with options', async () => {
    const constrain = { format: formats.wire, thinking: 'none', parallel: false } as const;
    const { request } = await requestOf({ providerOptions: state({ type: 'required' }) }, {}, { constrain });
    const structural_tag = structuralTagFor(formats.wire, known, {
      choice: 'required',
      thinking: 'none',
      parallel: false,
    });
    expect(request.response_format).toEqual({ type: 'structural_tag', structural_tag });
  });

  test('a call that is forced is held to its schema in any case', async () => {
    const forced = {
      responseFormat: { type: 'json', schema: { type: 'object' } },
      providerOptions: state({ type: 'required' }),
    };
    const { request } = await requestOf(forced);
    expect(request.response_format?.type).toBe('structural_tag');
    expect(JSON.stringify(request.response_format)).toContain('get_weather');
  });

  test('without tools there is nothing to hold', async () => {
    const { request } = await requestOf({}, {}, { constrain: formats.hermes });
    expect(request.response_format).toBeUndefined();
  });

  test('a format that has no grammar is warned of', async () => {
    const { request, warnings } = await requestOf(
      { providerOptions: state() },
      {},
      { constrain: formats.pythonic },
    );
    expect(request.response_format).toBeUndefined();
    expect(warnings).toMatchObject([{ type: 'other', message: expect.stringContaining('pythonic') }]);
  });
});

describe.each(hosts)('$name', ({ name, sdk, spec }) => {
  const weather = formats.hermes.writeCall({ toolName: 'get_weather', input: { city: 'Paris' } });
  const tools = (ran: unknown[]) => ({
    get_weather: sdk.tool({
      description: 'The weather.',
      inputSchema: sdk.jsonSchema(functionTools[0]!.inputSchema),
      execute: async (input: unknown) => ran.push(input) && 'sunny',
    }),
  });

  test('generateText and streamText', async () => {
    const engine = new ScriptedEngine(['Hello.', 'Hello.']);
    const model = webllm(engine, { specificationVersion: spec });
    const result = await sdk.generateText({ model, prompt: 'Hi.' });
    expect([result.text, result.finishReason, result.usage.outputTokens]).toEqual(['Hello.', 'stop', 2]);
    const stream = sdk.streamText({ model, prompt: 'Hi.' });
    expect([await stream.text, await stream.finishReason, (await stream.usage).inputTokens]).toEqual([
      'Hello.',
      'stop',
      12,
    ]);
  });

  test('a loop with tools, whole and streamed, held to their schemas', async () => {
    const ran: unknown[] = [];
    const engine = new ScriptedEngine([`Let me see. ${weather}`, 'Sunny.', weather, 'Sunny.']);
    const model = withTools(
      webllm(engine, { specificationVersion: spec, constrain: formats.hermes }),
      hermesToolMiddleware,
    );
    const settings = { model, prompt: 'And in Paris?', tools: tools(ran), stopWhen: stopAfter(sdk, 3) };
    expect((await sdk.generateText(settings)).text).toBe('Sunny.');
    expect(await sdk.streamText(settings).text).toBe('Sunny.');
    expect(ran).toEqual([{ city: 'Paris' }, { city: 'Paris' }]);
    expect(engine.requests.map(({ response_format }) => response_format?.type)).toEqual(
      Array(4).fill('structural_tag'),
    );
    expect(engine.requests[1]!.messages.map(({ role }) => role)).toEqual([
      'system',
      'user',
      'assistant',
      'user',
    ]);
  });

  test('a call that is required is written in the format, and read', async () => {
    const ran: unknown[] = [];
    const call = '<call>get_weather city=Paris</call>';
    const model = (constrain?: typeof formats.wire) =>
      withTools(
        webllm(
          new ScriptedEngine([constrain ? call : '{"name": "get_weather", "arguments": {"city": "Rome"}}']),
          { specificationVersion: spec, constrain },
        ),
        toolMiddleware('wire'),
      );
    const settings = { prompt: 'Paris?', tools: tools(ran), toolChoice: 'required' };
    await sdk.generateText({ ...settings, model: model(formats.wire) });
    await sdk.generateText({ ...settings, model: model() });
    expect(ran).toEqual([{ city: 'Paris' }, { city: 'Rome' }]);
  });

  // In workerd, a promise of AI SDK 5 and 6 is rejected that nobody can get at.
  test.skipIf(isWorkerd && !name.startsWith('ai@7'))('an abort is told as such', async () => {
    const engine = new ScriptedEngine(['word '.repeat(50), 'Next.']);
    const model = webllm(engine, { specificationVersion: spec });
    const aborter = new AbortController();
    const types: string[] = [];
    const result = sdk.streamText({ model, prompt: 'Hi.', abortSignal: aborter.signal });
    for await (const { type } of result.fullStream) {
      types.push(type);
      if (type === 'text-delta') aborter.abort();
    }
    expect(types.at(-1)).toBe('abort');
    expect((await sdk.generateText({ model, prompt: 'Hi.' })).text).toBe('Next.');
    expect(engine.stops).toBe(1);
  });

  test('an error of the engine is told', async () => {
    const engine = new ScriptedEngine([{ deltas: ['Hel', new Error('The GPUDevice was lost')] }]);
    const errors: unknown[] = [];
    const { fullStream } = sdk.streamText({
      model: webllm(engine, { specificationVersion: spec }),
      prompt: 'Hi.',
      onError: ({ error }: { error: unknown }) => void errors.push(error),
    });
    for await (const _ of fullStream);
    expect(errors).toMatchObject([{ name: 'WebLLMError' }]);
  });
});

test('however the engine cuts its text, the same comes out', async () => {
  const random = new Random(5);
  const text = 'Über 1 < 2: <call>get_weather city="New York" days=3</call> 😀';
  for (let i = 0; i < 20; i++) {
    const model = withTools(
      webllm(new ScriptedEngine([{ deltas: random.cut(text, 7) }])),
      toolMiddleware('wire'),
    );
    const { content } = await model.doGenerate({ prompt, tools: functionTools } as CallOptions);
    expect(content).toMatchObject([
      { type: 'text', text: 'Über 1 < 2: ' },
      { type: 'tool-call', input: '{"city":"New York","days":3}' },
      { type: 'text', text: ' 😀' },
    ]);
  }
});
