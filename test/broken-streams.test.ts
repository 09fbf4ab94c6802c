// Streams that break off, and streams that are put together in odd ways. Whatever the provider does: nothing hangs, no
// call is left half open, what broke off is not run, and no text is lost.
import { createToolMiddleware, hermesToolMiddleware, type Part, protocolFor, withTools } from 'toolwire';
import { describe, expect, test } from 'vitest';
import { type Answer, createModel, type ScriptedModel, type SpecVersion } from './support/model.ts';
import {
  functionTools,
  ghostsIn,
  newestHosts,
  ofType,
  readParts,
  runGenerate,
  runStream,
  textOf,
} from './support/run.ts';
import { hosts } from './support/sdks.ts';

const callOf = (name: string, input: unknown) =>
  `<tool_call>${JSON.stringify({ name, arguments: input })}</tool_call>`;
const paris = callOf('get_weather', { city: 'Paris' });
const prompt = [{ role: 'user', content: [{ type: 'text', text: 'Hi.' }] }];
const start = (id = '1'): Part => ({ type: 'text-start', id });
const delta = (text: string, id = '1'): Part => ({ type: 'text-delta', id, delta: text });
const end = (id = '1'): Part => ({ type: 'text-end', id });
const deltasOf = (text: string, id = '1') => (text.match(/.{1,4}/gs) ?? []).map((piece) => delta(piece, id));

/** Where a stream breaks off: the text so far, what of it is shown, and whether a call has started. */
const places: [place: string, text: string, shown: string, calls: number][] = [
  ['in text', 'Let me see', 'Let me see', 0],
  ['in text that is held back', 'Let me see. <tool_ca', 'Let me see. <tool_ca', 0],
  ['before the name of a call', 'Hm. <tool_call>{"na', 'Hm. <tool_call>{"na', 0],
  ['in the arguments', 'Hm. <tool_call>{"name": "get_weather", "arguments": {"city": "Par', 'Hm. ', 1],
  [
    'behind whole arguments',
    'Hm. <tool_call>{"name": "get_weather", "arguments": {"city": "Paris"}',
    'Hm. ',
    1,
  ],
  ['behind a call', `Hm. ${paris} So`, 'Hm.  So', 1],
];

const failure = new Error('The line is dead.');
const errorPart = { type: 'error', error: failure };

/** How it breaks off. */
const breaks: [how: string, answer: (parts: Part[]) => Answer][] = [
  ['an error part, and the end', (parts) => ({ parts: [...parts, errorPart], finishReason: null })],
  ['an error part, and a finish part', (parts) => ({ parts: [...parts, errorPart], finishReason: 'error' })],
  ['no finish part', (parts) => ({ parts, finishReason: null })],
  ['a text-end, and no finish part', (parts) => ({ parts: [...parts, end()], finishReason: null })],
  ['the finish reason length', (parts) => ({ parts: [...parts, end()], finishReason: 'length' })],
];

/** Here the SDKs leave rejections unhandled when a stream breaks, with or without a middleware. */
const isWorkerd = navigator.userAgent === 'Cloudflare-Workers';
if (!isWorkerd) breaks.push(['an error of the stream', (parts) => ({ parts: [...parts, failure] })]);

describe.each(hosts)('$name', (host) => {
  describe.each(places)('%s', (_, text, shown, calls) => {
    test.each(breaks)('%s', { timeout: 5000 }, async (_, answer) => {
      const script = answer([start(), ...deltasOf(text)]);
      const done = await runStream(host, [script], { steps: 1 });
      expect(done.ran).toEqual([]);
      expect(textOf(done.parts)).toBe(shown);
      expect(ghostsIn(done)).toEqual([]);
      expect(ofType(done.parts, 'tool-input-start')).toHaveLength(calls);
      expect(ofType(done.parts, 'tool-call')).toHaveLength(calls);
      const isError = script.parts?.some((part) => part === failure || part === errorPart);
      expect(done.errors.includes(failure)).toBe(isError);
    });

    test('an error of the stream, in the parts that the SDK gets', async () => {
      const model = createModel(host.spec, [{ parts: [start(), ...deltasOf(text), failure] }]);
      const { parts, error } = await readParts(model, {});
      expect(error).toBe(failure);
      const texts = ofType(parts, 'text-delta').map((part) => part.delta);
      expect(texts.join('')).toBe(shown);
      expect(ofType(parts, 'text-end')).toHaveLength(ofType(parts, 'text-start').length);
      expect(ofType(parts, 'tool-input-start')).toHaveLength(calls);
      expect(ofType(parts, 'tool-call')).toHaveLength(calls);
      expect(ofType(parts, 'finish')).toEqual([]);
    });

    test('generated, with the finish reason length', async () => {
      const done = await runGenerate(host, [{ text, finishReason: 'length' }], { steps: 1 });
      expect(done.ran).toEqual([]);
      expect(done.finishReason).toBe('length');
      expect(textOf(done.parts)).toBe(shown);
      expect(ofType(done.parts, 'tool-call')).toHaveLength(calls);
    });
  });
});

describe.each(hosts)('$name', (host) => {
  test('a call that broke off is told to the model, as the SDKs do with every broken call', async () => {
    const cutOff = { text: '<tool_call>{"name": "get_weather", "arguments": {"ci', finishReason: 'length' };
    for (const run of [runStream, runGenerate]) {
      const done = await run(host, [cutOff, 'I shall be brief.']);
      expect(done.ran).toEqual([]);
      expect(textOf(done.parts)).toBe('I shall be brief.');
    }
  });

  // AI SDK 5 and 6 wait for a provider that does not obey, with or without a middleware.
  const providers: [string, boolean][] = isWorkerd ? [] : [['that obeys its signal', true]];
  if (host.name.startsWith('ai@7')) providers.push(['that does not', false]);
  describe.each(providers)('the caller aborts a provider %s', (_, obeys) => {
    // The SDKs drop what comes behind an abort: what is shown of a call at that time stays as it is.
    test.each(places)('%s', { timeout: 5000 }, async (_, text, shown, calls) => {
      const controller = new AbortController();
      const model = createStuckModel(host.spec, [start(), ...deltasOf(text)], obeys, () =>
        controller.abort(),
      );
      const repaired: unknown[] = [];
      const done = await runStream(host, model, {
        abortSignal: controller.signal,
        experimental_repairToolCall: async ({ toolCall }: { toolCall: unknown }) => {
          repaired.push(toolCall);
          return null;
        },
      });
      expect(done.ran).toEqual([]);
      expect(repaired).toEqual([]);
      expect(model.calls).toHaveLength(1);
      expect(done.parts.at(-1)?.type).toBe('abort');
      expect(shown.startsWith(textOf(done.parts))).toBe(true);
      expect(ofType(done.parts, 'tool-input-start')).toHaveLength(calls);
    });
  });

  test('a call that was aborted is not handed over: nobody is to repair it', { timeout: 5000 }, async () => {
    const controller = new AbortController();
    const pieces = [start(), ...deltasOf(`Hm. ${paris.slice(0, 60)}`)];
    const model = createStuckModel(host.spec, pieces, true, () => controller.abort(failure));
    const { parts, error } = await readParts(model, { abortSignal: controller.signal });
    expect(error).toBe(failure);
    expect(ofType(parts, 'tool-input-start')).toHaveLength(1);
    expect(ofType(parts, 'tool-call')).toEqual([]);
  });

  test('who stops reading a stream that broke meets no error', async () => {
    const model = createModel(host.spec, [{ parts: [start(), ...deltasOf(paris.slice(0, 60)), failure] }]);
    const { stream } = await withTools(model, hermesToolMiddleware).doStream({
      prompt,
      tools: functionTools,
    });
    const reader = stream.getReader();
    for (let part = await reader.read(); part.value?.type !== 'tool-input-end'; part = await reader.read());
    await expect(reader.cancel()).resolves.toBeUndefined();
  });

  test('who stops reading stops the provider', { timeout: 5000 }, async () => {
    for (const [, text] of places) {
      const model = createStuckModel(host.spec, [start(), ...deltasOf(text)], false, () => {});
      const wrapped = withTools(model, hermesToolMiddleware);
      const { stream } = await wrapped.doStream({ prompt, tools: functionTools });
      const reader = stream.getReader();
      for (let i = 0; i < 3; i++) await reader.read();
      const reason = new Error('enough');
      await reader.cancel(reason);
      expect(model.cancels).toEqual([reason]);
    }
  });
});

describe('streams put together in odd ways', () => {
  const read = (parts: Part[], options = {}) => readParts(createModel('v3', [{ parts }]), options);
  /** Texts and calls, by the ids of blocks. */
  const describeParts = (parts: readonly Part[]) =>
    parts.flatMap(({ type, id, delta, input }) => {
      if (type === 'text-delta') return [`${id}: ${delta}`];
      return type === 'tool-call' ? [`call ${input}`] : [];
    });

  test('blocks that interleave are read each for itself', async () => {
    const one = deltasOf(`One. ${callOf('get_weather', { city: 'Paris' })} Done.`, 'a');
    const other = deltasOf(`Two. ${callOf('get_weather', { city: 'Rome' })} Done.`, 'b');
    const mixed = one.flatMap((part, index) => [part, ...other.slice(index, index + 1)]);
    const { parts } = await read([
      start('a'),
      start('b'),
      ...mixed,
      ...other.slice(one.length),
      end('b'),
      end('a'),
    ]);
    const textIn = (id: string) =>
      ofType(parts, 'text-delta')
        .filter((part) => part.id === id)
        .map((part) => part.delta)
        .join('');
    expect([textIn('a'), textIn('b')]).toEqual(['One.  Done.', 'Two.  Done.']);
    expect(ofType(parts, 'tool-call').map(({ input }) => input)).toEqual([
      '{"city":"Paris"}',
      '{"city":"Rome"}',
    ]);
    for (const { toolCallId, input } of ofType(parts, 'tool-call')) {
      const joined = ofType(parts, 'tool-input-delta').filter(({ id }) => id === toolCallId);
      expect(joined.map((part) => part.delta).join('')).toBe(input);
    }
    for (const id of ['a', 'b']) {
      const frames = parts.filter((part) => part.id === id).map(({ type }) => type);
      expect(frames.filter((type) => type !== 'text-delta')).toEqual([
        'text-start',
        'text-end',
        'text-start',
        'text-end',
      ]);
    }
  });

  test('a block under an id that was used before is a new one', async () => {
    const { parts } = await read([
      ...[start(), delta('One <tool_'), end()],
      ...[start(), delta('call>{"name": 1}'), end()],
      ...[start(), delta(paris), end()],
    ]);
    expect(describeParts(parts).join(' | ')).toBe(
      '1: One  | 1: <tool_ | 1: call>{"name": 1} | call {"city":"Paris"}',
    );
  });

  test('deltas without a start, and ends without anything', async () => {
    const { parts } = await read([end('0'), delta('Hi.'), end(), end(), delta(paris, '2')]);
    expect(parts.map(({ type }) => type)).toEqual([
      'stream-start',
      'text-start',
      'text-delta',
      'text-end',
      ...['tool-input-start', 'tool-input-delta', 'tool-input-end', 'tool-call'],
      'finish',
    ]);
  });

  test('a finish while text is held back, and a call is open', async () => {
    const { parts } = await read([
      start(),
      delta('Hm. <tool_ca'),
      start('2'),
      delta(paris.slice(0, -12), '2'),
    ]);
    expect(describeParts(parts).join(' | ')).toBe('1: Hm.  | call {"city":"Paris"} | 1: <tool_ca');
    expect(parts.at(-1)).toMatchObject({ type: 'finish', finishReason: { unified: 'tool-calls' } });
  });

  test('one text block around the calls of the provider, ended last, as Workers AI sends it', async () => {
    const native = { type: 'tool-call', toolCallId: 'c1', toolName: 'ping', input: '{}' };
    const { parts } = await read([start(), delta('Hi. <tool'), native, delta('box>'), end()]);
    expect(parts.map(({ type }) => type)).toEqual([
      ...['stream-start', 'text-start', 'text-delta', 'tool-call', 'text-delta', 'text-end', 'finish'],
    ]);
    expect(parts[3]).toBe(native);
    expect(parts.at(-1)).toMatchObject({ finishReason: { unified: 'tool-calls', raw: 'stop' } });
  });

  test('parts of any other type pass as they are, in order', async () => {
    const others = [
      'response-metadata',
      'source',
      'file',
      'raw',
      'ping',
      'custom',
      'of-tomorrow',
      'reasoning-delta',
    ].map((type, index) => ({ type, id: `x${index}`, some: { thing: index } }));
    const pieces = deltasOf(`Well. ${paris} So.`);
    const { parts } = await read([
      ...others.flatMap((part, index) => [pieces[index] as Part, part]),
      ...pieces.slice(8),
    ]);
    const passed = parts.filter(({ some }) => some);
    expect(passed).toHaveLength(others.length);
    passed.forEach((part, index) => {
      expect(part).toBe(others[index]);
    });
    expect(parts.indexOf(others[0] as Part)).toBeGreaterThan(
      parts.findIndex(({ type }) => type === 'text-delta'),
    );
    expect(describeParts(parts).join('')).toContain('call {"city":"Paris"}');
  });

  test('what the provider says of its text stays with it', async () => {
    const said = (number: number) => ({ providerMetadata: { host: { number } } });
    const { parts } = await read([
      { ...start(), ...said(1) },
      { ...delta('Hi. '), ...said(2) },
      { ...delta('So <tool_'), ...said(3) },
      { ...delta('box>'), ...said(4) },
      { ...delta(''), ...said(5) },
      { ...end(), ...said(6) },
    ]);
    expect(parts.slice(1, -1)).toEqual([
      { type: 'text-start', id: '1', ...said(1) },
      { type: 'text-delta', id: '1', delta: 'Hi. ', ...said(2) },
      { type: 'text-delta', id: '1', delta: 'So ', ...said(3) },
      { type: 'text-delta', id: '1', delta: '<tool_box>', ...said(4) },
      { type: 'text-delta', id: '1', delta: '', ...said(5) },
      { type: 'text-end', id: '1', ...said(6) },
    ]);
  });

  test('what the provider says of text that was all calls is not lost', async () => {
    const said = { providerMetadata: { host: { signature: 'abc' } } };
    for (const parts of [
      [{ ...start(), ...said }, delta(paris), end()],
      [start(), delta(paris), { ...end(), ...said }],
      [start(), delta(paris), { ...delta(''), ...said }, end()],
    ]) {
      const found = await read(parts);
      expect(found.parts.filter(({ providerMetadata }) => providerMetadata)).toHaveLength(1);
      const types = found.parts.map(({ type }) => type).filter((type) => type.startsWith('text'));
      expect([types[0], types.at(-1)]).toEqual(['text-start', 'text-end']);
    }
  });

  test('usage and metadata are the very objects of the provider', async () => {
    const usage = { inputTokens: 1 };
    const providerMetadata = { host: { a: 1 } };
    const model = createModel('v3', []);
    model.doStream = async () => ({
      request: usage,
      stream: new ReadableStream({
        start(controller) {
          controller.enqueue(delta(paris));
          controller.enqueue({ type: 'finish', finishReason: { unified: 'stop' }, usage, providerMetadata });
          controller.close();
        },
      }),
    });
    model.doGenerate = async () => ({
      content: [{ type: 'text', text: paris, providerMetadata }],
      finishReason: { unified: 'stop' },
      usage,
      providerMetadata,
      request: usage,
    });
    const { parts } = await readParts(model, {});
    expect(parts.at(-1)?.usage).toBe(usage);
    expect(parts.at(-1)?.providerMetadata).toBe(providerMetadata);
    const wrapped = withTools(model, hermesToolMiddleware);
    expect((await wrapped.doStream({ prompt, tools: functionTools })).request).toBe(usage);
    const result = await wrapped.doGenerate({ prompt, tools: functionTools });
    expect([result.usage, result.request, result.providerMetadata]).toEqual([usage, usage, providerMetadata]);
    expect(result.usage).toBe(usage);
    expect(result.providerMetadata).toBe(providerMetadata);
  });
});

describe('an onError that throws breaks nothing', () => {
  const onError = () => {
    throw new Error('of the caller');
  };
  const providerOptions = { toolCallMiddleware: { onError } };
  const broken = 'Hm. <tool_call>{"name": "get_weather", "arguments": {"city": "Paris",}}</tool_call>';

  test.each(newestHosts)('$name', async (host) => {
    for (const text of [broken, `${broken.slice(0, -20)}`, 'Hm. <tool_call>{"arguments": {}}</tool_call>'])
      for (const run of [runStream, runGenerate]) {
        const done = await run(host, [text, 'So.'], { providerOptions });
        expect(done.errors).toEqual([]);
        expect(textOf(done.parts)).toMatch(/^Hm\. .*/);
        expect(ghostsIn(done)).toEqual([]);
      }
    const done = await runStream(host, ['No.'], { providerOptions, toolChoice: 'required', steps: 1 });
    expect(textOf(done.parts)).toBe('No.');
  });

  test('of the conversation, too', async () => {
    const odd = [...prompt, { role: 'assistant', content: [{ type: 'of-tomorrow' }] }];
    const model = createModel('v3', ['Hi.']);
    const { parts } = await readParts(model, { prompt: odd, providerOptions });
    expect(ofType(parts, 'text-delta')).toHaveLength(1);
  });
});

describe('a protocol made by hand, which is piped through', () => {
  const { createTextReader: _, ...byHand } = protocolFor('hermes');
  const middleware = createToolMiddleware({ protocol: byHand, toolSystemPromptTemplate: (tools) => tools });

  test('is told of the end of a stream, and passes errors on', { timeout: 5000 }, async () => {
    const parts = [start(), ...deltasOf(`Hm. ${paris.slice(0, -20)}`)];
    const cut = await readParts(createModel('v3', [{ parts, finishReason: null }]), { middleware });
    expect(ofType(cut.parts, 'tool-call')).toHaveLength(1);
    const broken = await readParts(createModel('v3', [{ parts: [...parts, failure] }]), { middleware });
    expect(broken.error).toBe(failure);
  });

  test('stops the provider when nobody reads', { timeout: 5000 }, async () => {
    const model = createStuckModel('v3', [start(), ...deltasOf('Let me see.')], false, () => {});
    const { stream } = await withTools(model, middleware).doStream({ prompt, tools: functionTools });
    const reader = stream.getReader();
    await reader.read();
    await reader.cancel(failure);
    expect(model.cancels).toEqual([failure]);
  });
});

/** A model whose stream never goes on behind these parts; `onStuck` is called when it gets there. */
function createStuckModel(
  spec: SpecVersion,
  given: readonly Part[],
  obeys: boolean,
  onStuck: () => void,
): ScriptedModel {
  const model = createModel(spec, []);
  const parts: Part[] = [{ type: 'stream-start', warnings: [] }, ...given];
  model.doStream = async (options: { abortSignal?: AbortSignal }) => {
    model.calls.push(options);
    const { abortSignal } = options;
    const stream = new ReadableStream<Part>(
      {
        start(controller) {
          if (obeys) abortSignal?.addEventListener('abort', () => controller.error(abortSignal.reason));
        },
        pull(controller) {
          const part = parts.shift();
          if (part) return controller.enqueue(part);
          // What stands before this is read by now, up to the end of the SDK.
          setTimeout(onStuck, 20);
          return new Promise(() => {});
        },
        cancel(reason) {
          model.cancels.push(reason);
        },
      },
      { highWaterMark: 0 },
    );
    return { stream };
  };
  return model;
}
