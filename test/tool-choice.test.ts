// Which tool is to be called: `auto`, `none`, and choices that are forced by the schema of the answer.
import { type Part, toolMiddleware, withTools } from 'toolwire';
import { describe, expect, test } from 'vitest';
import {
  assistant,
  call,
  functionTools,
  generate,
  given,
  type Params,
  question,
  result,
  results,
  rewrite,
  stream,
  text,
  transform,
  user,
  ways,
  written,
} from './support/hooks.ts';
import { createModel } from './support/model.ts';
import { hosts } from './support/sdks.ts';

const hermes = toolMiddleware('hermes');
const required = { type: 'required' };
const weather = { type: 'tool', toolName: 'get_weather' };
const ask = (toolChoice: Params['toolChoice'], providerOptions = {}): Params => ({
  ...question,
  ...(toolChoice && { toolChoice }),
  providerOptions,
});

const json = '{"name": "get_weather", "arguments": {"city": "Paris", "days": "3"}}';
const pretty = JSON.stringify(JSON.parse(json), null, 2);
const read = 'get_weather {"city":"Paris","days":3}';

describe.each(ways)('a forced answer: %s', (way, run) => {
  const answers: [what: string, answer: string, lines: string[]][] = [
    ['JSON', json, [read]],
    ['JSON over several lines', pretty, [read]],
    ['JSON after white space', `\n\n  ${json}\n`, [read]],
    ['JSON in a fence', `\`\`\`json\n${pretty}\n\`\`\``, [read]],
    ['JSON in a fence without a name', `\`\`\`\n${json}\n\`\`\`\n`, [read]],
    [
      'arguments as text',
      JSON.stringify({ name: 'get_weather', arguments: '{"city":"Paris","days":3}' }),
      [read],
    ],
    ['a call of another tool', '{"name": "ping", "arguments": {}}', ['ping {}']],
    ["the protocol's own form", written({ city: 'Paris', days: 3 }), [read]],
    ["the protocol's own form, in prose", `Sure.\n${written({ city: 'Paris', days: 3 })}`, ['Sure.\n', read]],
  ];
  const reported = (told: unknown[]) => ({
    toolCallMiddleware: { onError: (...report: unknown[]) => told.push(report) },
  });

  test.each(answers)('%s', async (_, answer, lines) => {
    for (const choice of [required, weather]) {
      const told: unknown[] = [];
      const { lines: got, finishReason } = await run(hermes, ask(choice, reported(told)), answer);
      expect(got.map((line) => line.trim())).toEqual(lines.map((line) => line.trim()));
      expect(finishReason).toEqual({ unified: 'tool-calls', raw: 'stop' });
      expect(told.filter((report) => JSON.stringify(report).includes('holds no call'))).toEqual([]);
    }
  });

  test.each([
    ['prose', 'I would rather not.'],
    ['JSON that is no call', '{"city": "Paris"}'],
    ['a tool that is not there', '{"name": "nope", "arguments": {}}'],
    ['a list', '[1, 2]'],
    ['nothing', ''],
  ])('neither, but %s: the text is kept, and it is reported', async (_, answer) => {
    const told: unknown[][] = [];
    const { lines, finishReason } = await run(hermes, ask(weather, reported(told)), answer);
    expect(lines.join('')).toBe(answer);
    expect(finishReason).toEqual({ unified: 'stop', raw: 'stop' });
    expect(told.at(-1)).toEqual([
      expect.stringContaining('holds no call'),
      { toolChoice: weather, text: answer },
    ]);
  });

  test('one that is cut off is no call to run', async () => {
    const answer = { text: json.slice(0, 50), finishReason: 'length' };
    const { lines, finishReason } = await run(hermes, ask(weather), answer);
    expect(finishReason).toEqual({ unified: 'length', raw: 'length' });
    for (const line of lines) expect(() => JSON.parse(line.replace(/^get_weather /, ''))).toThrow();
  });

  test('is asked for in the prompt alone', async () => {
    const asking = toolMiddleware('hermes', { forcedChoice: 'prompt' });
    const got = await run(asking, ask(weather), written({ city: 'Paris', days: '3' }));
    expect(got.params).not.toHaveProperty('responseFormat');
    expect(got.params.prompt[0].content).toContain('Answer now with a call of the tool get_weather');
    expect(got.lines).toEqual([read]);
    const told: unknown[][] = [];
    expect((await run(asking, ask(weather, reported(told)), json)).lines).toEqual([json]);
    expect(told).toHaveLength(1);
  });

  test('is generated first where the host does not stream it', async () => {
    const model = createModel('v3', [{ parts: [{ type: 'reasoning', text: 'Hm.' }, text(json)] }]);
    const { doStream } = model;
    model.doStream = async (options) =>
      options.responseFormat ? Promise.reject(new Error('JSON mode does not stream')) : doStream(options);
    const generating = withTools(model, toolMiddleware('hermes', { forcedChoice: 'generate' }));
    if (way === 'generate') {
      const { content } = await generating.doGenerate(ask(weather));
      expect(content).toMatchObject([
        { type: 'reasoning' },
        { type: 'tool-call', input: '{"city":"Paris","days":3}' },
      ]);
      return;
    }
    const parts = [];
    for await (const part of (await generating.doStream(ask(weather))).stream) parts.push(part);
    expect(parts.map(({ type }: { type: string }) => type)).toEqual([
      'stream-start',
      'response-metadata',
      'reasoning-start',
      'reasoning-delta',
      'reasoning-end',
      'tool-input-start',
      ...parts
        .filter(({ type }: { type: string }) => type === 'tool-input-delta')
        .map(() => 'tool-input-delta'),
      'tool-input-end',
      'tool-call',
      'finish',
    ]);
    expect(parts.at(-1)).toMatchObject({
      finishReason: { unified: 'tool-calls' },
      usage: { inputTokens: { total: 10 } },
    });
  });
});

test('what is generated first keeps what the provider says of it', async () => {
  const model = createModel('v3', [json]);
  const { doGenerate } = model;
  const more = {
    providerMetadata: { scripted: { tier: 'free' } },
    response: { id: 'r1', modelId: 'm', headers: { a: 'b' }, body: 'all of it' },
    request: { body: 'asked' },
  };
  const citations = [{ id: 'c1' }];
  model.doGenerate = async (options) => ({
    ...(await doGenerate(options)),
    ...more,
    content: [{ type: 'text', text: 'Well.', citations }],
  });
  const generating = withTools(model, toolMiddleware('hermes', { forcedChoice: 'generate' }));
  const { stream: streamed, request, response } = await generating.doStream(ask(weather));
  const parts: Part[] = [];
  for await (const part of streamed) parts.push(part);
  expect({ request, response }).toEqual({ request: { body: 'asked' }, response: { headers: { a: 'b' } } });
  expect(parts[1]).toEqual({ type: 'response-metadata', id: 'r1', modelId: 'm' });
  expect(parts.at(-2)).toMatchObject({ type: 'text-end', citations });
  expect(parts.at(-1)).toMatchObject({ type: 'finish', providerMetadata: more.providerMetadata });
});

test.each([
  ['JSON', json],
  ['JSON in a fence', `\`\`\`json\n${pretty}\n\`\`\``],
])('a forced call streams its input: %s', async (_, answer) => {
  const { parts } = await stream(hermes, ask(weather), answer);
  const types = parts.map(({ type }) => type);
  expect([...new Set(types)]).toEqual([
    'stream-start',
    'tool-input-start',
    'tool-input-delta',
    'tool-input-end',
    'tool-call',
    'finish',
  ]);
  const deltas = parts.filter(({ type }) => type === 'tool-input-delta');
  expect(deltas.length).toBeGreaterThan(2);
  expect(deltas.map(({ delta }) => delta).join('')).toBe('{"city":"Paris","days":3}');
  const toolCallId = parts.find(({ type }) => type === 'tool-call')?.toolCallId;
  expect(new Set(parts.flatMap(({ type, id }) => (type.startsWith('tool-input') ? [id] : [])))).toEqual(
    new Set([toolCallId]),
  );
});

describe('auto', () => {
  test.each([undefined, { type: 'auto' }])('%j: the model chooses', async (toolChoice) => {
    const params = await transform(hermes, ask(toolChoice));
    expect(params).not.toHaveProperty('responseFormat');
    expect(params.providerOptions?.toolCallMiddleware).not.toHaveProperty('toolChoice');
    for (const [, run] of ways) {
      expect((await run(hermes, ask(toolChoice), 'Fine.')).lines).toEqual(['Fine.']);
      expect((await run(hermes, ask(toolChoice), json)).lines).toEqual([json]);
      expect((await run(hermes, ask(toolChoice), written({}, 'ping'))).lines).toEqual(['ping {}']);
    }
  });
});

describe('none', () => {
  const none = { type: 'none' };
  const prompt = [
    user(text('a')),
    assistant(call({ city: 'Paris' })),
    results(result({ type: 'text', value: 'fine' })),
    user(text('b')),
  ];

  test('no tools are shown, and history is rewritten', async () => {
    const params = await transform(hermes, { ...ask(none), prompt });
    expect(Object.keys(params).sort()).toEqual(['prompt', 'providerOptions']);
    expect(params.providerOptions).toEqual({});
    expect(params.prompt).toEqual([
      user(text('a')),
      assistant(text(written({ city: 'Paris' }))),
      user(text(`${given('fine')}\nb`)),
    ]);
    expect(params.prompt).toEqual((await rewrite(prompt)).prompt);
  });

  test('history is written as when tools are shown', async () => {
    // A union, which the compact format writes as JSON.
    const inputSchema = { anyOf: [{ type: 'object', properties: { city: {} } }, { type: 'object' }] };
    const tools = [{ type: 'function', name: 'get_weather', inputSchema }];
    const wire = toolMiddleware('wire');
    const shown = await transform(wire, { prompt, tools });
    const hidden = await transform(wire, { prompt, tools, toolChoice: none });
    expect(hidden.prompt).toEqual(shown.prompt.slice(1));
    expect(hidden.prompt[1]).toEqual(assistant(text('<call>get_weather {"city":"Paris"}</call>')));
  });

  test('structured output is left to the provider, and its own tools are taken away without a word', async () => {
    const responseFormat = { type: 'json', schema: {} };
    const tools = [...functionTools('ping'), { type: 'provider', name: 'web_search' }];
    const params = await transform(hermes, { ...question, tools, toolChoice: none, responseFormat });
    expect(params).toEqual({ prompt: question.prompt, responseFormat });
  });

  test.each(ways)('%s: nothing is read', async (_, run) => {
    const answer = `a ${written({}, 'ping')} b`;
    const { lines, finishReason, parts } = await run(hermes, { ...ask(none), prompt }, answer);
    expect(lines).toEqual([answer]);
    expect(finishReason).toEqual({ unified: 'stop', raw: 'stop' });
    expect(parts.filter(({ type }) => type.startsWith('tool'))).toEqual([]);
  });

  test('may be refused', async () => {
    const strict = toolMiddleware('hermes', { toolChoiceNone: 'throw' });
    await expect(transform(strict, ask(none))).rejects.toThrow(
      /toolChoice 'none' is refused.*Leave the tools out/,
    );
    await expect(generate(strict, ask(none), '')).rejects.toThrow(TypeError);
    expect((await generate(strict, ask({ type: 'auto' }), 'Fine.')).lines).toEqual(['Fine.']);
  });
});

describe.each(hosts)('$name', ({ sdk, spec }) => {
  const tools = {
    get_weather: {
      inputSchema: sdk.jsonSchema({ type: 'object', properties: { city: { type: 'string' } } }),
    },
    ping: { inputSchema: sdk.jsonSchema({ type: 'object', properties: {} }) },
  };
  const answer = '{"name": "ping", "arguments": {}}';

  test.each([
    ['required', 'required', answer, 1],
    ['a tool', { type: 'tool', toolName: 'ping' }, answer, 1],
    ['none', 'none', written({}, 'ping'), 0],
    ['auto', 'auto', written({}, 'ping'), 1],
  ])('%s', async (_, toolChoice, said, count) => {
    const model = createModel(spec, [said, said]);
    const options = { model: withTools(model, hermes), prompt: 'Hi', tools, toolChoice };
    const generated = await sdk.generateText(options);
    const streamed = sdk.streamText(options);
    await streamed.consumeStream();
    expect(generated.toolCalls).toHaveLength(count);
    expect(await streamed.toolCalls).toHaveLength(count);
    expect([generated.text, await streamed.text]).toEqual(count === 0 ? [said, said] : ['', '']);
  });
});
