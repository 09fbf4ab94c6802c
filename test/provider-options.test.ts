// `providerOptions.toolCallMiddleware`: what callers may set for one call, and what comes back by it.
import { protocolFor, type ToolCallMiddlewareOptions, toolMiddleware, withTools } from 'toolwire';
import { describe, expect, test, vi } from 'vitest';
import { functionTools, question, text, ways, written } from './support/hooks.ts';
import { createModel } from './support/model.ts';
import { hosts } from './support/sdks.ts';

const hermes = toolMiddleware('hermes');
const withOptions = (toolCallMiddleware: ToolCallMiddlewareOptions) => ({
  ...question,
  providerOptions: { toolCallMiddleware },
});

describe.each(ways)('%s', (_, run) => {
  describe('onError', () => {
    test.each([
      [
        'a tolerance',
        'Hm. <tool_call>{"name": "ping", "arguments": {},}',
        '</tool_call>',
        'trailing-comma',
        'ping',
      ],
      [
        'a call that is cut off',
        'Hm. <tool_call>{"name": "ping", "arguments": {"a',
        '',
        'cut-off-call',
        'ping',
      ],
      [
        'a call without a name',
        'Hm. <tool_call>{"arguments": {}}',
        '</tool_call>',
        'nameless-call',
        undefined,
      ],
    ])('is told of %s: message, code, tool, offsets, text', async (__, said, rest, code, toolName) => {
      const onError = vi.fn<NonNullable<ToolCallMiddlewareOptions['onError']>>();
      await run(hermes, withOptions({ onError }), said + rest);
      expect(onError).toHaveBeenCalledTimes(1);
      const [message, metadata = {}] = onError.mock.calls[0] ?? [];
      expect(message).toMatch(/\w/);
      expect(metadata).toMatchObject({ code, start: 4, end: said.length });
      expect(metadata.toolName).toBe(toolName);
      // While a call streams, only what has not been passed on is still there.
      expect(metadata.text).toMatch(/./);
      expect(said.endsWith(String(metadata.text))).toBe(true);
    });

    test('is not told of anything in an answer that is as it should be', async () => {
      const onError = vi.fn();
      await run(hermes, withOptions({ onError }), `a ${written({ city: 'Paris' })} b`);
      expect(onError).not.toHaveBeenCalled();
    });

    // What is not handled fails the run.
    test('may reject', async () => {
      let count = 0;
      const onError = async () => {
        count++;
        throw new Error('no log');
      };
      await run(hermes, withOptions({ onError }), '<tool_call>{"arguments": {}}</tool_call>');
      expect(count).toBe(1);
    });

    test('may be left out', async () => {
      const { lines } = await run(
        hermes,
        question,
        '<tool_call>{"name": "ping", "arguments": {},}</tool_call>',
      );
      expect(lines).toEqual(['ping {}']);
    });
  });

  describe('debugSummary', () => {
    const [one, other] = [written({ city: 'Paris', days: '3' }), written({}, 'ping')];

    test.each([
      [
        'calls',
        `a ${one} b ${other}`,
        `${one}\n${other}`,
        [
          ['get_weather', { city: 'Paris', days: 3 }],
          ['ping', {}],
        ],
      ],
      ['no calls', 'a b', '', []],
      [
        'a call that is cut off',
        `a ${one.slice(0, -20)}`,
        expect.any(String),
        [['get_weather', expect.any(String)]],
      ],
    ])('is filled, and nothing is printed: %s', async (__, said, originalText, calls) => {
      const log = vi.spyOn(console, 'log').mockImplementation(() => {});
      const debugSummary: NonNullable<ToolCallMiddlewareOptions['debugSummary']> = {};
      const printing = toolMiddleware('hermes', { debug: 'parse' });
      await run(printing, withOptions({ debugSummary }), said);
      expect(debugSummary.originalText).toEqual(originalText);
      expect(JSON.parse(debugSummary.toolCalls ?? '')).toEqual(
        calls.map(([toolName, input]) => ({ toolName, input })),
      );
      expect(log).not.toHaveBeenCalled();
      log.mockRestore();
    });

    test('a forced call', async () => {
      const debugSummary = {};
      const said = '{"name": "ping", "arguments": {}}';
      await run(hermes, { ...withOptions({ debugSummary }), toolChoice: { type: 'required' } }, said);
      expect(debugSummary).toEqual({ originalText: said, toolCalls: '[{"toolName":"ping","input":{}}]' });
    });

    test('a forced call in the form of the protocol', async () => {
      const debugSummary = {};
      await run(hermes, { ...withOptions({ debugSummary }), toolChoice: { type: 'required' } }, other);
      expect(debugSummary).toEqual({ originalText: other, toolCalls: '[{"toolName":"ping","input":{}}]' });
    });

    test('calls in thinking, where those are made', async () => {
      const debugSummary = {};
      const parts = [
        { type: 'reasoning-start', id: 'r' },
        { type: 'reasoning-delta', id: 'r', delta: other },
        { type: 'reasoning-end', id: 'r' },
        { type: 'reasoning', text: other },
      ].filter(({ type }) => (type === 'reasoning') === (_ === 'generate'));
      await run(hermes, withOptions({ debugSummary, reasoning: 'parse' }), { parts });
      expect(debugSummary).toEqual({ originalText: other, toolCalls: '[{"toolName":"ping","input":{}}]' });
    });

    test('a call that the provider has read itself is a call', async () => {
      const debugSummary = {};
      const parts = [{ type: 'tool-call', toolCallId: '1', toolName: 'ping', input: '{}' }];
      await run(hermes, withOptions({ debugSummary }), { parts });
      expect(debugSummary).toEqual({ originalText: '', toolCalls: '[{"toolName":"ping","input":{}}]' });
    });
  });

  describe('options of the protocol', () => {
    test('onMalformed', async () => {
      const said = 'a <tool_call>nonsense</tool_call> b';
      const linesOf = async (options: ToolCallMiddlewareOptions) =>
        (await run(hermes, withOptions(options), said)).lines.join('');
      expect(await linesOf({})).toBe(said);
      expect(await linesOf({ onMalformed: 'text' })).toBe(said);
      expect(await linesOf({ onMalformed: 'drop' })).not.toContain('nonsense');
    });

    test('maxCalls', async () => {
      const said = written({}, 'ping').repeat(3);
      const { lines } = await run(hermes, withOptions({ maxCalls: 2 }), said);
      expect(lines.filter((line) => line === 'ping {}')).toHaveLength(2);
    });

    test('reasoning', async () => {
      const said = `<think>${written({}, 'ping')}</think>Done.`;
      const count = async (options: ToolCallMiddlewareOptions) =>
        (await run(hermes, withOptions(options), said)).lines.filter((line) => line === 'ping {}').length;
      expect(await count({})).toBe(0);
      expect(await count({ reasoning: 'skip' })).toBe(0);
      expect(await count({ reasoning: 'parse' })).toBe(1);
    });

    test('generateId', async () => {
      let count = 0;
      const generateId = () => `id-${count++}`;
      const said = written({}, 'ping') + written({}, 'ping');
      const { parts } = await run(hermes, withOptions({ generateId }), said);
      const ids = parts.filter(({ type }) => type === 'tool-call').map(({ toolCallId }) => toolCallId);
      expect(ids).toEqual(['id-0', 'id-1']);
    });

    test('those of a call come before those of the middleware', async () => {
      const dropping = toolMiddleware('hermes', { onMalformed: 'drop' });
      const said = '<tool_call>nonsense</tool_call>';
      expect((await run(dropping, question, said)).lines).toEqual([]);
      expect((await run(dropping, withOptions({ onMalformed: 'text' }), said)).lines).toEqual([said]);
    });
  });

  describe('originalToolSchemas', () => {
    const schema = { type: 'object', properties: { city: { type: 'string' }, days: { type: 'string' } } };

    test.each(['morph-xml', 'hermes', 'gemma', 'wire', 'qwen3-coder'])('%s: are read by', async (name) => {
      const said = protocolFor(name).formatToolCall({
        toolName: 'get_weather',
        input: { city: 'Paris', days: 3 },
      });
      const by = async (options: ToolCallMiddlewareOptions) =>
        (await run(toolMiddleware(name), withOptions(options), said)).lines;
      expect(await by({})).toEqual(['get_weather {"city":"Paris","days":3}']);
      expect(await by({ originalToolSchemas: { get_weather: schema } })).toEqual([
        'get_weather {"city":"Paris","days":"3"}',
      ]);
      expect(await by({ originalToolSchemas: { ping: schema } })).toEqual([
        'get_weather {"city":"Paris","days":3}',
      ]);
    });
  });
});

describe.each(hosts)('$name', ({ sdk, spec }) => {
  test.each(['generateText', 'streamText'])(
    '%s: options reach the middleware, and the sink its owner',
    async (name) => {
      const said = `<tool_call>{"name": "ping", "arguments": {},}</tool_call>`;
      const model = createModel(spec, [said]);
      const onError = vi.fn();
      const debugSummary = {};
      const ping = { inputSchema: sdk.jsonSchema(functionTools('ping')[0]?.inputSchema) };
      const result = await sdk[name]({
        model: withTools(model, hermes),
        prompt: 'Hi',
        tools: { ping },
        providerOptions: { toolCallMiddleware: { onError, debugSummary, own: 1 }, other: { a: 1 } },
      });
      await result.consumeStream?.();
      expect(await result.toolCalls).toHaveLength(1);
      expect(onError.mock.calls).toEqual([
        [expect.any(String), expect.objectContaining({ code: 'trailing-comma' })],
      ]);
      expect(debugSummary).toEqual({ originalText: said, toolCalls: '[{"toolName":"ping","input":{}}]' });
      expect(model.calls[0].providerOptions).toMatchObject({
        other: { a: 1 },
        toolCallMiddleware: { own: 1 },
      });
    },
  );
});

test('a text that is read as it is has no effect on the options', async () => {
  const toolCallMiddleware = Object.freeze({ own: 1 });
  const providerOptions = Object.freeze({ toolCallMiddleware });
  for (const [, run] of ways) await run(hermes, { ...question, providerOptions }, { parts: [text('a')] });
  expect(providerOptions).toEqual({ toolCallMiddleware: { own: 1 } });
});
