// A middleware as a whole: what it reads, in answers that come whole and in streams, with any protocol.
import {
  createToolMiddleware,
  formats,
  gemmaToolMiddleware,
  hermesToolMiddleware,
  jsonMixProtocol,
  morphXmlProtocol,
  type Part,
  protocolFor,
  toolMiddleware,
  withTools,
  xmlToolMiddleware,
} from 'toolwire';
import { describe, expect, test } from 'vitest';
import {
  assistant,
  call,
  generate,
  question,
  result,
  results,
  stream,
  text,
  transform,
  user,
  ways,
  written,
} from './support/hooks.ts';
import { createModel } from './support/model.ts';
import { shout } from './support/shout.ts';

const toolSystemPromptTemplate = (tools: string) => `Tools:\n${tools}`;
const weather = '{"city":"Paris","days":3}';

describe('every format', () => {
  const names = Object.values(formats).map(({ name }) => name);
  describe.each(names)('%s', (name) => {
    const protocol = protocolFor(name);
    const input = { city: 'Paris', days: 3 };
    const answer = protocol.formatToolCall({ toolName: 'get_weather', input }, question.tools);

    test.each(ways)('%s: a call as it is written is read', async (_, run) => {
      const { lines, finishReason } = await run(toolMiddleware(name), question, answer);
      expect(lines).toEqual([`get_weather ${weather}`]);
      expect(finishReason).toEqual({ unified: 'tool-calls', raw: 'stop' });
    });

    test.each(ways)('%s: prose is prose', async (_, run) => {
      const { lines, finishReason } = await run(toolMiddleware(name), question, 'It is 5 < 6 & "fine".');
      expect(lines.join('')).toBe('It is 5 < 6 & "fine".');
      expect(finishReason).toEqual({ unified: 'stop', raw: 'stop' });
    });
  });
});

describe('ready to use', () => {
  test.each([
    [
      'hermes',
      hermesToolMiddleware,
      `<tool_call>{"name": "get_weather", "arguments": ${weather}}</tool_call>`,
    ],
    [
      'gemma',
      gemmaToolMiddleware,
      `\`\`\`tool_call\n{"name": "get_weather", "arguments": ${weather}}\n\`\`\``,
    ],
    ['xml', xmlToolMiddleware, '<get_weather><city>Paris</city><days>3</days></get_weather>'],
  ])('%s', async (_, middleware, said) => {
    for (const [, run] of ways)
      expect((await run(middleware, question, said)).lines).toEqual([`get_weather ${weather}`]);
  });

  test('protocols with options of their own', async () => {
    const protocol = jsonMixProtocol({
      toolCallStart: '[[',
      toolCallEnd: ']]',
      toolResponseStart: '((',
      toolResponseEnd: '))',
    });
    const middleware = createToolMiddleware({ protocol, toolSystemPromptTemplate });
    const { lines, params } = await generate(
      middleware,
      { ...question, prompt: [assistant(call({})), results(result({ type: 'text', value: 'fine' }))] },
      `So: [[{"name": "get_weather", "arguments": ${weather}}]]`,
    );
    expect(lines).toEqual(['So: ', `get_weather ${weather}`]);
    expect(params.prompt.slice(1)).toEqual([
      assistant(text('[[{"name":"get_weather","arguments":{}}]]')),
      user(text('(({"toolName":"get_weather","result":"fine"}))')),
    ]);
  });
});

describe('an answer that comes whole', () => {
  const middleware = hermesToolMiddleware;

  test('each text is read by itself; what stands between them, and what the provider says of them, is kept', async () => {
    const source = { type: 'source', sourceType: 'url', id: 's', url: 'https://example.com' };
    const thinking = { type: 'reasoning', text: written({}, 'ping') };
    const parts = [
      thinking,
      text(`a ${written({}, 'ping')} b`, { providerMetadata: { x: { n: 1 } } }),
      source,
      text('<tool_call>'),
      text(''),
    ];
    const got = await generate(middleware, question, { parts });
    expect(got.parts).toEqual([
      thinking,
      text('a ', { providerMetadata: { x: { n: 1 } } }),
      { type: 'tool-call', toolCallId: expect.any(String), toolName: 'ping', input: '{}' },
      text(' b', { providerMetadata: { x: { n: 1 } } }),
      source,
      text('<tool_call>'),
      text(''),
    ]);
  });

  test('what the provider says of a text that is all call is kept, behind the call', async () => {
    const said = { providerMetadata: { x: { n: 1 } } };
    const got = await generate(middleware, question, { parts: [text(written({}, 'ping'), said)] });
    expect(got.parts.map(({ type }) => type)).toEqual(['tool-call', 'text']);
    expect(got.parts[1]).toEqual(text('', said));
  });

  test('what the result holds besides is untouched', async () => {
    const model = createModel('v3', [written({}, 'ping')]);
    const { doGenerate } = model;
    const extra = { response: { id: 'r', headers: {} }, request: { body: '' }, providerMetadata: { x: {} } };
    model.doGenerate = async (options) => ({ ...(await doGenerate(options)), ...extra });
    const got = await withTools(model, middleware).doGenerate(question);
    expect(got).toMatchObject(extra);
    expect(got.usage).toEqual((await createModel('v3', ['']).doGenerate({})).usage);
  });

  test('without tools the result is passed on as the object it is', async () => {
    const given = { content: [text(written({}, 'ping'))], finishReason: 'stop' };
    const params = { prompt: question.prompt };
    expect(await middleware.wrapGenerate({ doGenerate: async () => given, params })).toBe(given);
  });
});

describe('an answer that streams', () => {
  test('without tools the result is passed on as the object it is', async () => {
    const given = { stream: new ReadableStream<Part>() };
    const doStream = async () => given;
    const doGenerate = async () => ({});
    const { prompt } = question;
    expect(await hermesToolMiddleware.wrapStream({ doStream, doGenerate, params: { prompt } })).toBe(given);
  });

  test('parts of text are framed anew around calls, all else passes in order', async () => {
    const raw = { type: 'raw', rawValue: 1 };
    const parts = [
      { type: 'text-start', id: 'a' },
      { type: 'text-delta', id: 'a', delta: 'x <tool_' },
      raw,
      { type: 'text-delta', id: 'a', delta: 'call>{"name": "ping", "arguments": {}}</tool_call> y' },
      { type: 'text-end', id: 'a' },
    ];
    const got = await stream(hermesToolMiddleware, question, { parts });
    expect(got.parts.slice(1, -1)).toEqual([
      { type: 'text-start', id: 'a' },
      { type: 'text-delta', id: 'a', delta: 'x ' },
      raw,
      { type: 'text-end', id: 'a' },
      { type: 'tool-input-start', id: expect.any(String), toolName: 'ping' },
      { type: 'tool-input-delta', id: expect.any(String), delta: '{}' },
      { type: 'tool-input-end', id: expect.any(String) },
      { type: 'tool-call', toolCallId: expect.any(String), toolName: 'ping', input: '{}' },
      { type: 'text-start', id: 'a' },
      { type: 'text-delta', id: 'a', delta: ' y' },
      { type: 'text-end', id: 'a' },
    ]);
  });
});

describe('providers that drop or change what they are given', () => {
  test.each(ways)(
    '%s: the tools are known by the options, also after a trip through JSON',
    async (_, run) => {
      const { providerOptions } = await transform(hermesToolMiddleware, question);
      const state = JSON.parse(JSON.stringify(providerOptions?.toolCallMiddleware));
      // As if another middleware had stood between: the hooks of ours see what is left of the call.
      const between = {
        ...hermesToolMiddleware,
        transformParams: async () => ({ prompt: [], providerOptions: { toolCallMiddleware: state } }),
      };
      const said =
        '<tool_call>{"name": "get_weather", "arguments": {"city": "Paris", "days": "3"}}</tool_call>';
      expect((await run(between as never, question, said)).lines).toEqual([`get_weather ${weather}`]);
    },
  );
});

describe('arguments follow the schema of their tool', () => {
  const said = { city: 'Paris', days: '3' };
  const protocols = [
    ['hermes', protocolFor('hermes')],
    ['gemma', protocolFor('gemma')],
    ['json-mix', jsonMixProtocol()],
    ['morph-xml', morphXmlProtocol()],
    ['wire', protocolFor('wire')],
    ['one made by hand', shout()],
  ] as const;
  test.each(protocols)('%s', async (_, protocol) => {
    const middleware = createToolMiddleware({ protocol, toolSystemPromptTemplate });
    const answer = protocol.formatToolCall({ toolName: 'get_weather', input: said });
    for (const [, run] of ways)
      expect((await run(middleware, question, answer)).lines).toEqual([`get_weather ${weather}`]);
  });
});
