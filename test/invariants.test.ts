// What the AI SDKs expect of streamed tool calls, and do not check: sixteen invariants, B1 to B16, each with a test of
// its name. They are checked in the SDKs themselves, or in the parts they get where an SDK would not show it.
import { hermesToolMiddleware, type Part, toolMiddleware, withTools } from 'toolwire';
import { describe, expect, test } from 'vitest';
import { createModel } from './support/model.ts';
import {
  functionTools,
  ghostsIn,
  newestHosts,
  ofType,
  type Run,
  readParts,
  runners,
  runStream,
  textOf,
} from './support/run.ts';
import { hosts } from './support/sdks.ts';

const callOf = (name: string, input: unknown) =>
  `<tool_call>${JSON.stringify({ name, arguments: input })}</tool_call>`;
const paris = callOf('get_weather', { city: 'Paris' });
const fenced = (language: string, text: string) => `\`\`\`${language}\n${text}\n\`\`\``;
const prompt = [{ role: 'user', content: [{ type: 'text', text: 'Hi.' }] }];
const idOf = (part: Part) => part.id ?? part.toolCallId;
const callParts = (parts: readonly Part[]) => parts.filter(({ type }) => /^tool-(input|call)/.test(type));
const delta = (text: string, id = '1'): Part => ({ type: 'text-delta', id, delta: text });

/** The reasons of a run's steps. */
async function reasonsOf({ result }: Run): Promise<unknown[]> {
  const steps: { finishReason: unknown }[] = await result.steps;
  return steps.map(({ finishReason }) => finishReason);
}

describe.each(hosts)('$name', (host) => {
  const unknown = host.spec === 'v2' ? ['unknown'] : [];
  describe.each(runners)('%s', (_, run) => {
    test.each(['stop', 'other', 'tool-calls', ...unknown])(
      'B1: after a complete call the finish reason %s is tool-calls, and the call is run',
      async (finishReason) => {
        const done = await run(host, [{ text: paris, finishReason }, 'Sunny.']);
        expect(done.ran).toEqual([['get_weather', { city: 'Paris' }]]);
        expect(await reasonsOf(done)).toEqual(['tool-calls', 'stop']);
      },
    );

    test.each(['length', 'content-filter', 'error'])(
      'B1: the finish reason %s is kept, and no call is run',
      async (finishReason) => {
        const done = await run(host, [{ text: paris, finishReason }]);
        expect(done.ran).toEqual([]);
        expect(await reasonsOf(done)).toEqual([finishReason]);
        expect(ofType(done.parts, 'tool-call')).toMatchObject([{ input: { city: 'Paris' } }]);
      },
    );

    test('B1: without a call, and after one that is broken, the finish reason is kept', async () => {
      expect(await reasonsOf(await run(host, ['Sunny.']))).toEqual(['stop']);
      const done = await run(host, [
        { text: '<tool_call>{"name": "get_weather", "arguments": {"ci' },
        'Sorry.',
      ]);
      expect((await reasonsOf(done))[0]).toBe('stop');
      expect(done.ran).toEqual([]);
    });

    test('B7: a call that the provider itself has read passes alone, and is run', async () => {
      const call = { type: 'tool-call', toolCallId: 'c1', toolName: 'get_weather', input: '{"city":"Oslo"}' };
      const done = await run(host, [{ parts: [call] }, 'Sunny.']);
      expect(done.ran).toEqual([['get_weather', { city: 'Oslo' }]]);
      expect(await reasonsOf(done)).toEqual(['tool-calls', 'stop']);
    });

    test('B10: ids of calls are unique over steps and conversations', async () => {
      const script = [paris + paris, `${paris}\n${paris}`, 'Sunny.'];
      const all = [await run(host, script), await run(host, script)];
      const ids = all.flatMap(({ parts }) => ofType(parts, 'tool-call').map(idOf));
      expect(ids).toHaveLength(8);
      expect(new Set(ids).size).toBe(8);
      expect(all[0]?.ran).toHaveLength(4);
    });

    test.each([
      ['arguments that are cut off', '{"name": "get_weather", "arguments": {"city": "Par', /^\{"city":"Par/],
      [
        'arguments that do not fit the schema',
        '{"name": "get_weather", "arguments": {"days": 3}}',
        /"days":3/,
      ],
      ['an unknown tool', '{"name": "get_whether", "arguments": {"city": "Paris"}}', /"Paris"/],
    ])('B11: %s are handed over as they stand, to be repaired or told to the model', async (_, json, raw) => {
      const text = `<tool_call>${json}${json.endsWith('}') ? '</tool_call>' : ''}`;
      const done = await run(host, [text, 'Sorry.']);
      expect(ofType(done.parts, 'tool-call')).toMatchObject([{ invalid: true, dynamic: true }]);
      expect(ofType(done.parts, 'tool-error')).toHaveLength(1);
      expect(done.ran).toEqual([]);
      expect(textOf(done.parts)).toBe('Sorry.');
      const history = JSON.stringify(done.model.calls[1].prompt);
      expect(history).toContain('<tool_response>');

      const seen: string[] = [];
      const repaired = await run(host, [text, 'Sunny.'], {
        experimental_repairToolCall: async ({ toolCall }: { toolCall: { input: string } }) => {
          seen.push(toolCall.input);
          return { ...toolCall, toolName: 'get_weather', input: '{"city":"Rome"}' };
        },
      });
      expect(seen).toEqual([expect.stringMatching(raw)]);
      expect(repaired.ran).toEqual([['get_weather', { city: 'Rome' }]]);
    });

    test("B12: under 'none' nothing is shown and nothing is read", async () => {
      const done = await run(host, [`So: ${paris}`], { toolChoice: 'none' });
      expect(textOf(done.parts)).toBe(`So: ${paris}`);
      expect(done.ran).toEqual([]);
      expect(done.errors).toEqual([]);
      const [{ prompt, tools, toolChoice }] = done.model.calls;
      expect({ roles: prompt.map(({ role }: Part) => role), tools, toolChoice }).toEqual({ roles: ['user'] });
    });

    test.each([
      ['required', 'required'],
      ['a named tool', { type: 'tool', toolName: 'get_weather' }],
    ])('B12: %s yields a call', async (_, toolChoice) => {
      const text = '{"name": "get_weather", "arguments": {"city": "Paris"}}';
      for (const answer of [text, ` ${text}\n`, fenced('json', text), fenced('', text), paris]) {
        const done = await run(host, [answer], { toolChoice, steps: 1 });
        expect(done.ran).toEqual([['get_weather', { city: 'Paris' }]]);
        expect(done.errors).toEqual([]);
        expect(textOf(done.parts)).toBe('');
      }
    });

    test('B13: a call that the provider runs passes, and does not make the reason tool-calls', async () => {
      const call = { toolCallId: 'c1', toolName: 'get_weather', providerExecuted: true };
      const done = await run(host, [
        {
          parts: [
            { type: 'tool-call', ...call, input: '{"city":"Oslo"}' },
            { type: 'tool-result', ...call, result: 'rain' },
          ],
        },
      ]);
      expect(done.ran).toEqual([]);
      expect(await reasonsOf(done)).toEqual(['stop']);
      expect(ofType(done.parts, 'tool-call')).toMatchObject([{ toolCallId: 'c1', providerExecuted: true }]);
      expect(ofType(done.parts, 'tool-result')).toMatchObject([{ toolCallId: 'c1', output: 'rain' }]);
    });

    test('B13: `dynamic` is left to the SDK', async () => {
      const done = await run(host, [paris, 'Sunny.']);
      const [call] = ofType(done.parts, 'tool-call');
      expect(call?.dynamic ?? false).toBe(false);
    });
  });

  test('B2: every call stands before the finish part, also one that nothing closes', async () => {
    for (const text of [paris, paris.replace('</tool_call>', '')]) {
      const deltas = text.match(/.{1,4}/gs) as string[];
      // No text-end: some providers leave it out.
      const model = createModel(host.spec, [{ parts: deltas.map((piece) => delta(piece)) }]);
      const types = (await readParts(model, {})).parts.map(({ type }) => type);
      expect(types.slice(-2)).toEqual(['tool-call', 'finish']);
      const done = await runStream(host, [text, 'Sunny.']);
      expect(done.ran).toHaveLength(1);
    }
  });

  test('B3: one id from tool-input-start to tool-call', async () => {
    const { parts, shown } = await runStream(host, [`${paris}${callOf('ping', {})}`, 'Done.']);
    const ids = ofType(parts, 'tool-call').map(idOf);
    expect(new Set(callParts(parts).map(idOf))).toEqual(new Set(ids));
    for (const id of ids) {
      const types = callParts(parts)
        .filter((part) => idOf(part) === id)
        .map(({ type }) => type);
      expect(types.filter((type) => type !== 'tool-input-delta')).toEqual([
        'tool-input-start',
        'tool-input-end',
        'tool-call',
      ]);
    }
    expect(shown.filter(({ toolCallId }) => toolCallId).map(idOf)).toEqual(ids);
  });

  test.each([
    '<tool_call>{"name": "get_weather"',
    '<tool_call>{"name": "get_weather", "arguments": {"city": "Pa',
    '<tool_call>{"name": "get_weather", "arguments": [}</tool_call> so',
    '<tool_call>{"name": "nobody", "arguments": {}}</tool_call>',
    '<tool_call>{"arguments": {}}</tool_call>',
  ])('B4: no ghost of %j', async (text) => {
    const done = await runStream(host, [text, 'Sorry.']);
    expect(ghostsIn(done)).toEqual([]);
    const started = ofType(done.parts, 'tool-input-start').map(idOf);
    expect(ofType(done.parts, 'tool-call').map(idOf)).toEqual(started);
    expect(done.ran).toEqual([]);
  });

  test('B5: the name is final at the start of a call', async () => {
    const tools = ['get', 'get_weather', 'get_weather_now'].map((name) => ({ type: 'function', name }));
    const texts: [format: string, text: string][] = [
      ['hermes', '<tool_call>{"name": "get_weather", "arguments": {"a": 1}}</tool_call>'],
      ['hermes', '<tool_call>{"arguments": {"a": 1}, "name": "get_weather"}</tool_call>'],
      ['morph-xml', '<get_weather><a>1</a></get_weather>'],
      ['pythonic', '[get_weather(a=1)]'],
      ['wire', '<call>get_weather a=1</call>'],
    ];
    for (const [format, text] of texts) {
      const model = createModel(host.spec, [{ text, cut: 1 }]);
      const { parts } = await readParts(model, { middleware: toolMiddleware(format), tools });
      const names = parts.filter(({ toolName }) => toolName).map(({ toolName }) => toolName);
      expect(names, text).toEqual(['get_weather', 'get_weather']);
    }
  });

  test('B6: every delta has its start, every start its end', async () => {
    const done = await runStream(host, [
      { parts: [delta('No start. '), delta(paris), delta('No end.')] },
      'Sunny.',
    ]);
    expect(done.errors).toEqual([]);
    expect(ghostsIn(done)).toEqual([]);
    const texts = done.shown.filter(({ type }) => type === 'text');
    expect(texts.map(({ text }) => text)).toEqual(['No start. ', 'No end.', 'Sunny.']);
  });

  test('B8: the deltas of a call are its input, for a UI and for the tool', async () => {
    const input = { city: 'Paris "1"\n\u{1f600}', days: 3 };
    const done = await runStream(host, [callOf('get_weather', { ...input, days: '3' }), 'Sunny.']);
    const [call] = ofType(done.parts, 'tool-call');
    expect(call?.input).toEqual(input);
    const joined = ofType(done.chunks, 'tool-input-delta').map(({ inputTextDelta }) => inputTextDelta);
    expect(joined.join('')).toBe(JSON.stringify(input));
    expect(done.told).toEqual(['start', ...joined, 'available']);
    expect(joined.length).toBeGreaterThan(3);
  });

  test('B9: text opens with its first text, closes before a call, and opens anew behind it', async () => {
    const done = await runStream(host, [`${paris}\nso\n${paris}`, 'Sunny.'], { steps: 1 });
    const kinds = done.parts
      .map(({ type }) => type)
      .filter((type) => /^text-(start|end)|^tool-(input-start|call)$/.test(type));
    const call = ['tool-input-start', 'tool-call'];
    expect(kinds).toEqual([...call, 'text-start', 'text-end', ...call]);
    expect(done.shown.map(({ type }) => type)).toEqual([
      'step-start',
      'tool-get_weather',
      'text',
      'tool-get_weather',
    ]);
    expect(done.shown[2]).toMatchObject({ text: '\nso\n', state: 'done' });
  });

  test('B14: calls of one model at the same time do not disturb each other', async () => {
    const texts = ['Paris', 'Rome', 'Oslo'].map((city) => `To ${city}. ${callOf('get_weather', { city })}`);
    const model = withTools(createModel(host.spec, texts), hermesToolMiddleware);
    const streams = await Promise.all(texts.map(() => model.doStream({ prompt, tools: functionTools })));
    const readers = streams.map(({ stream }) => stream.getReader());
    const found: Part[][] = texts.map(() => []);
    const open = new Set(readers.keys());
    while (open.size > 0) {
      for (const index of [...open]) {
        const { done, value } = await readers[index].read();
        if (done) open.delete(index);
        else found[index]?.push(value);
      }
    }
    const calls = found.map((parts) => ofType(parts, 'tool-call').map(({ input }) => input));
    expect(calls).toEqual([['{"city":"Paris"}'], ['{"city":"Rome"}'], ['{"city":"Oslo"}']]);
  });

  test('B14: parts keep flowing while a call is read', async () => {
    const answer = { text: callOf('get_weather', { city: 'x'.repeat(20_000) }) };
    const model = createModel(host.spec, [answer]);
    const waits = await waitsOf(model);
    // 64 units wait at most, which is 16 deltas.
    expect(Math.max(...waits)).toBeLessThanOrEqual(18);
  });

  test('B15: stream-start stays first, with our warnings behind those of the provider', async () => {
    const type = host.spec === 'v2' ? 'provider-defined' : 'provider';
    const tools = [...functionTools, { type, id: 'host.search', name: 'search', args: {} }];
    const model = createModel(host.spec, [paris]);
    const given = { type: 'other', message: 'of the provider' };
    const doStream = model.doStream.bind(model);
    model.doStream = async (options) => {
      const { stream } = await doStream(options);
      return { stream: withFirst(stream, { type: 'stream-start', warnings: [given] }) };
    };
    const { parts } = await readParts(model, { tools });
    expect(parts[0]).toEqual({
      type: 'stream-start',
      warnings: [given, expect.objectContaining({ type: expect.stringMatching(/^unsupported/) })],
    });
    expect(ofType(parts, 'stream-start')).toHaveLength(1);
  });

  test('B15: a provider that sends no stream-start gets one for our warnings', async () => {
    const tools = [...functionTools, { type: 'provider', id: 'host.search', name: 'search', args: {} }];
    const model = createModel(host.spec, [paris]);
    const doStream = model.doStream.bind(model);
    model.doStream = async (options) => {
      const { stream } = await doStream(options);
      const reader = stream.getReader();
      await reader.read();
      reader.releaseLock();
      return { stream };
    };
    const { parts } = await readParts(model, { tools });
    expect(parts[0]).toMatchObject({ type: 'stream-start', warnings: [{}] });
  });

  test('B16: thinking comes before the text that follows it, and calls in it are not run', async () => {
    const done = await runStream(host, [
      {
        parts: [
          { type: 'reasoning-start', id: 'r' },
          { type: 'reasoning-delta', id: 'r', delta: `I could write ${paris}.` },
          { type: 'reasoning-end', id: 'r' },
          { type: 'text-start', id: '1' },
          delta('It is sunny.'),
          { type: 'text-end', id: '1' },
        ],
      },
    ]);
    expect(done.ran).toEqual([]);
    expect(done.shown).toMatchObject([
      { type: 'step-start' },
      { type: 'reasoning', text: `I could write ${paris}.` },
      { type: 'text', text: 'It is sunny.' },
    ]);
  });
});

describe.each(newestHosts)('$name', (host) => {
  test('B12: where a call is required and none comes, onError is told, and no SDK hangs', async () => {
    const told: string[] = [];
    const providerOptions = { toolCallMiddleware: { onError: (message: string) => told.push(message) } };
    const options = { toolChoice: 'required', providerOptions };
    const streamed = await runStream(host, ['I would rather not.'], options);
    expect(told).toEqual([expect.stringContaining('no call')]);
    const isEnforced = host.name.startsWith('ai@7');
    expect(streamed.errors.some((error) => String(error).includes('ToolChoiceViolation'))).toBe(isEnforced);
    // Not through `generateText`: where it throws in AI SDK 7, workerd sees a rejection that nobody handles.
    const model = withTools(createModel(host.spec, ['I would rather not.']), hermesToolMiddleware);
    const toolChoice = { type: 'required' };
    const { content } = await model.doGenerate({ prompt, tools: functionTools, providerOptions, toolChoice });
    expect(content).toEqual([{ type: 'text', text: 'I would rather not.' }]);
    expect(told).toHaveLength(2);
  });

  test('B15: raw parts pass in order', async () => {
    const raw = (value: number) => ({ type: 'raw', rawValue: value });
    const text = `Hi. ${paris} So.`.match(/.{1,6}/gs) as string[];
    const parts = text.flatMap((piece, index) => [raw(index), delta(piece)]);
    const done = await runStream(host, [{ parts: [...parts, { type: 'text-end', id: '1' }] }], {
      includeRawChunks: true,
      steps: 1,
    });
    const raws = ofType(done.parts, 'raw').map(({ rawValue }) => rawValue);
    expect(raws).toEqual(text.map((_, index) => index));
    // Each stands before what came of the delta behind it, and behind what came of the one before it.
    const order = done.parts.map(({ type, rawValue }) => rawValue ?? type);
    const end = text.findIndex((_, index) =>
      text
        .slice(0, index + 1)
        .join('')
        .includes('}}'),
    );
    expect(order.indexOf(1)).toBeGreaterThan(order.indexOf('text-delta'));
    expect(order.indexOf('tool-call')).toBeGreaterThan(order.indexOf(end));
    expect(order.indexOf('tool-call')).toBeLessThan(order.indexOf(end + 1));
  });
});

test('B8: a long input is written in fewer parts, a short one as it comes', { timeout: 30_000 }, async () => {
  const content = 'All work and no play. '.repeat(10_000); // 220,000 units: 55,000 deltas
  const model = createModel('v3', [callOf('write', { content })]);
  const tools = [{ type: 'function', name: 'write', inputSchema: { type: 'object' } }];
  const { parts } = await readParts(model, { tools });
  const deltas = ofType(parts, 'tool-input-delta').map((part) => String(part.delta));
  expect(deltas.join('')).toBe(JSON.stringify({ content }));
  expect(deltas.length).toBeLessThan(6_000);
  expect(Math.max(...deltas.map(({ length }) => length))).toBeLessThan(100);
  // Nobody waits for the first of it.
  expect(Math.max(...deltas.slice(0, 50).map(({ length }) => length))).toBeLessThanOrEqual(12);
});

test('B14: a stream that AI SDK 7 tries again starts anew', async () => {
  const host = newestHosts.at(-1) as (typeof newestHosts)[number];
  const broken = [delta('Let me see. <tool_call>{"name": "get_weather", "arguments": {"city": "Pa')];
  const error = { type: 'error', error: new Error('overloaded') };
  const rest = Array.from({ length: 100 }, () => delta('x'));
  const script = [{ parts: [...broken, error, ...rest] }, paris, 'Sunny.'];
  const done = await runStream(host, script, { streamRetries: 1 });
  expect(done.model.calls).toHaveLength(3);
  expect(done.ran).toEqual([['get_weather', { city: 'Paris' }]]);
  expect(ghostsIn(done)).toEqual([]);
  expect(done.model.cancels).toHaveLength(1);
});

/** How many of the provider's parts are read for each part that comes out. */
async function waitsOf(model: ReturnType<typeof createModel>): Promise<number[]> {
  let count = 0;
  const doStream = model.doStream.bind(model);
  model.doStream = async (options) => {
    const { stream } = await doStream(options);
    const reader = stream.getReader();
    const counted = new ReadableStream<Part>(
      {
        async pull(controller) {
          const { done, value } = await reader.read();
          count++;
          if (done) controller.close();
          else controller.enqueue(value);
        },
      },
      { highWaterMark: 0 },
    );
    return { stream: counted };
  };
  const { stream } = await withTools(model, hermesToolMiddleware).doStream({ prompt, tools: functionTools });
  const waits: number[] = [];
  const reader = stream.getReader();
  for (let before = 0; !(await reader.read()).done; before = count) waits.push(count - before);
  return waits;
}

/** The stream with another first part. */
function withFirst(stream: ReadableStream<Part>, first: Part): ReadableStream<Part> {
  const reader = stream.getReader();
  let isStarted = false;
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await reader.read();
      if (done) controller.close();
      else controller.enqueue(isStarted ? value : first);
      isStarted = true;
    },
  });
}
