// Thinking, and the calls in it: rehearsed, so not made, unless an option says otherwise. As `<think>` in the text, as
// `reasoning` parts of the provider, and with each SDK's own `extractReasoningMiddleware`.
import {
  createProtocol,
  createToolMiddleware,
  formats,
  hermesToolMiddleware,
  toolMiddleware,
} from 'toolwire';
import { describe, expect, test } from 'vitest';
import type { Answer, ScriptedModel } from './support/model.ts';
import { type Host, newestHosts, ofType, type Run, runners, runStream, textOf } from './support/run.ts';
import { hosts } from './support/sdks.ts';

const callOf = (city: string) =>
  `<tool_call>{"name": "get_weather", "arguments": {"city": "${city}"}}</tool_call>`;
const rehearsed = `I could write ${callOf('Paris')}.`;
const providerOptions = { toolCallMiddleware: { reasoning: 'parse' } };

/** All thinking of a run. */
const thoughtsOf = ({ parts }: Run) =>
  parts.map(({ type, text }) => (type.startsWith('reasoning') ? (text ?? '') : '')).join('');

/** The model within this SDK's own middleware for thinking, and ours: the last is the nearest to the model. */
function wrapIn(order: 'tools first' | 'thinking first', startWithReasoning: boolean) {
  return (model: ScriptedModel, { sdk }: Host) => {
    const thinking = sdk.extractReasoningMiddleware({ tagName: 'think', startWithReasoning });
    const tools = hermesToolMiddleware;
    const middleware = order === 'tools first' ? [tools, thinking] : [thinking, tools];
    return sdk.wrapLanguageModel({ model, middleware });
  };
}

describe.each(newestHosts)('$name', (host) => {
  describe.each(runners)('%s', (_, run) => {
    test.each(['tools first', 'thinking first'] as const)(
      'thinking in tags, %s: a rehearsed call is not made, one behind it is, and both orders are right',
      async (order) => {
        const wrap = wrapIn(order, false);
        const idle = await run(host, [`<think>${rehearsed}</think>\nIt is sunny.`], { wrap });
        expect(idle.ran).toEqual([]);
        expect(thoughtsOf(idle)).toBe(rehearsed);
        expect(textOf(idle.parts).trim()).toBe('It is sunny.');

        const active = await run(host, [`<think>${rehearsed}</think>\nSo: ${callOf('Rome')}`, 'Sunny.'], {
          wrap,
        });
        expect(active.ran).toEqual([['get_weather', { city: 'Rome' }]]);
        expect(thoughtsOf(active)).toBe(rehearsed);
        expect(textOf(active.parts).trim()).toBe('So: Sunny.');
      },
    );

    test('startWithReasoning: [tools, thinking] is the right order', async () => {
      const wrap = wrapIn('tools first', true);
      const idle = await run(host, [`${rehearsed}</think>\nIt is sunny.`], { wrap });
      expect(idle.ran).toEqual([]);
      expect(thoughtsOf(idle)).toBe(rehearsed);
      expect(textOf(idle.parts).trim()).toBe('It is sunny.');

      const script = [`${rehearsed}</think>\nSo: ${callOf('Rome')} Wait.`, 'Hm.</think>Sunny.'];
      const active = await run(host, script, { wrap });
      expect(active.ran).toEqual([['get_weather', { city: 'Rome' }]]);
      expect(thoughtsOf(active)).toBe(`${rehearsed}Hm.`);
      expect(textOf(active.parts).trim()).toBe('So:  Wait.Sunny.');
    });

    test('startWithReasoning: [thinking, tools] is the wrong order, which makes calls of thoughts that nothing opened', async () => {
      const wrap = wrapIn('thinking first', true);
      const done = await run(host, [`${rehearsed}</think>\nIt is sunny.`, '</think>So.'], { wrap });
      expect(done.ran).toEqual([['get_weather', { city: 'Paris' }]]);
    });
  });
});

describe.each(hosts)('$name', (host) => {
  /** Thinking as the provider's own parts, of a stream and of a whole answer. */
  const thinkingParts = (run: unknown): Answer => ({
    parts:
      run === runStream
        ? [
            { type: 'reasoning-start', id: '1' },
            ...(rehearsed.match(/.{1,5}/gs) ?? []).map((delta) => ({
              type: 'reasoning-delta',
              id: '1',
              delta,
            })),
            { type: 'reasoning-end', id: '1', providerMetadata: { host: { signature: 'abc' } } },
            { type: 'text-start', id: '1' },
            { type: 'text-delta', id: '1', delta: 'It is sunny.' },
            { type: 'text-end', id: '1' },
          ]
        : [
            { type: 'reasoning', text: rehearsed, providerMetadata: { host: { signature: 'abc' } } },
            { type: 'text', text: 'It is sunny.' },
          ],
  });

  describe.each(runners)('%s', (_, run) => {
    test('calls in <think> text are shown, and not made', async () => {
      const text = `<think>${rehearsed}</think>It is sunny.`;
      const done = await run(host, [text]);
      expect(done.ran).toEqual([]);
      expect(textOf(done.parts)).toBe(text);
    });

    test('calls in reasoning parts are shown, and not made', async () => {
      const done = await run(host, [thinkingParts(run)]);
      expect(done.ran).toEqual([]);
      expect(thoughtsOf(done)).toBe(rehearsed);
      expect(textOf(done.parts)).toBe('It is sunny.');
      const signed = done.parts.filter(({ providerMetadata }) => providerMetadata);
      expect(signed).toMatchObject([{ providerMetadata: { host: { signature: 'abc' } } }]);
    });

    test.each([
      ['for a call of the SDK', hermesToolMiddleware, { providerOptions }],
      ['by the name of a format', toolMiddleware('hermes', { reasoning: 'parse' }), {}],
      [
        'in a protocol',
        createToolMiddleware({
          protocol: createProtocol(formats.hermes, { reasoning: 'parse' }),
          toolSystemPromptTemplate: (tools) => tools,
        }),
        {},
      ],
    ])("reasoning: 'parse', set %s, makes calls in thinking", async (_, middleware, options) => {
      const tagged = await run(host, [`<think>${rehearsed}</think>So.`, 'Sunny.'], {
        middleware,
        ...options,
      });
      expect(tagged.ran).toEqual([['get_weather', { city: 'Paris' }]]);
      expect(textOf(tagged.parts)).toBe('<think>I could write .</think>So.Sunny.');

      const parts = await run(host, [thinkingParts(run), 'Sunny.'], { middleware, ...options });
      expect(parts.ran).toEqual([['get_weather', { city: 'Paris' }]]);
      expect(thoughtsOf(parts)).toBe('I could write .');
      expect(textOf(parts.parts)).toBe('It is sunny.Sunny.');
    });

    test("reasoning: 'skip' of a call of the SDK wins over that of the protocol", async () => {
      const done = await run(host, [thinkingParts(run)], {
        middleware: toolMiddleware('hermes', { reasoning: 'parse' }),
        providerOptions: { toolCallMiddleware: { reasoning: 'skip' } },
      });
      expect(done.ran).toEqual([]);
    });
  });

  test("reasoning: 'parse' keeps thoughts and text apart, and every part whole", async () => {
    const done = await runStream(host, [thinkingParts(runStream), 'Sunny.'], { providerOptions });
    expect(done.errors).toEqual([]);
    const kinds = done.shown.map(({ type, text }) => (text === undefined ? type : `${type} ${text}`));
    expect(kinds).toEqual([
      'step-start',
      'reasoning I could write ',
      'tool-get_weather',
      'reasoning .',
      'text It is sunny.',
      'step-start',
      'text Sunny.',
    ]);
    expect(done.shown.every(({ state }) => state !== 'streaming' && state !== 'input-streaming')).toBe(true);
    expect(ofType(done.parts, 'reasoning-start')).toHaveLength(2);
  });
});
