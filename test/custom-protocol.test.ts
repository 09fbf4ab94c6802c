// A protocol made by hand serves wherever a built-in one does.
import { createToolMiddleware, type ToolCallMiddlewareOptions } from 'toolwire';
import { describe, expect, test } from 'vitest';
import {
  assistant,
  call,
  functionTools,
  manualOf,
  question,
  result,
  results,
  text,
  transform,
  user,
  ways,
} from './support/hooks.ts';
import { createModel } from './support/model.ts';
import { sdks, stopAfter } from './support/sdks.ts';
import { shout } from './support/shout.ts';

const toolSystemPromptTemplate = (tools: string) => `Tools:\n${tools}`;
const weather = '{"city":"Paris","days":3}';

describe('a protocol made by hand', () => {
  const middleware = createToolMiddleware({ protocol: shout(), toolSystemPromptTemplate });
  const said = 'I look.\nCALL get_weather {"city": "Paris", "days": "3"}\nDone.';
  const lines = ['I look.\n', `get_weather ${weather}`, 'Done.'];
  const withOptions = (toolCallMiddleware: ToolCallMiddlewareOptions) => ({
    ...question,
    providerOptions: { toolCallMiddleware },
  });

  test('writes the prompt', async () => {
    const prompt = [
      assistant(text('a'), call({ city: 'Paris' })),
      results(result({ type: 'error-text', value: 'no' }), result({ type: 'json', value: [1] }, 'ping')),
    ];
    const params = await transform(middleware, { ...question, prompt });
    expect(manualOf(params)).toBe('Tools:\nget_weather: The weather of the next days.\nping: Says pong.');
    expect(params.prompt.slice(1)).toEqual([
      assistant(text('a\nCALL get_weather {"city":"Paris"}')),
      user(text('FAILED get_weather "no"\nDONE ping [1]')),
    ]);
  });

  test.each(ways)('%s: reads the answer', async (_, run) => {
    const got = await run(middleware, question, said);
    expect(got.lines).toEqual(lines);
    expect(got.finishReason).toEqual({ unified: 'tool-calls', raw: 'stop' });
  });

  test.each(ways)('%s: is told all options', async (_, run) => {
    const told: Record<string, unknown>[] = [];
    const spied = createToolMiddleware({ protocol: () => shout(told), toolSystemPromptTemplate });
    const onError = () => {};
    await run(spied, withOptions({ onError, own: { a: 1 } }), said);
    expect(told).toHaveLength(1);
    expect(told[0]).toMatchObject({ onError, own: { a: 1 }, toolNames: ['get_weather', 'ping'] });
  });

  test.each(ways)('%s: reports to onError', async (_, run) => {
    const told: unknown[] = [];
    const onError = (...report: unknown[]) => void told.push(report);
    const got = await run(middleware, withOptions({ onError }), 'CALL ping {');
    expect(got.lines).toEqual(['CALL ping {']);
    expect(told).toEqual([['The arguments are no JSON.', { toolName: 'ping', input: '{' }]]);
  });

  test("its own onError is told of the conversation's oddities as well", async () => {
    const told: string[] = [];
    const protocol = { ...shout(), options: { onError: (message: string) => void told.push(message) } };
    const middleware = createToolMiddleware({ protocol, toolSystemPromptTemplate });
    const prompt = [assistant({ type: 'novel' }), user(text('a'))];
    await transform(middleware, { ...question, prompt });
    expect(told).toEqual([expect.stringContaining('"novel"')]);
  });

  test.each(ways)('%s: a forced choice by JSON, and by its own form', async (_, run) => {
    const params = { ...question, toolChoice: { type: 'tool', toolName: 'get_weather' } };
    const json = '{"name": "get_weather", "arguments": {"city": "Paris", "days": 3}}';
    expect((await run(middleware, params, json)).lines).toEqual([`get_weather ${weather}`]);
    expect((await run(middleware, params, said)).lines).toEqual(lines);
    for (const forcedChoice of ['generate', 'prompt'] as const) {
      const other = createToolMiddleware({ protocol: shout(), toolSystemPromptTemplate, forcedChoice });
      expect((await run(other, params, said)).lines).toEqual(lines);
    }
  });

  test.each(ways)('%s: a summary for debugging', async (_, run) => {
    const debugSummary = {};
    await run(middleware, withOptions({ debugSummary }), said);
    expect(debugSummary).toEqual({
      originalText: 'CALL get_weather {"city": "Paris", "days": "3"}',
      toolCalls: `[{"toolName":"get_weather","input":${weather}}]`,
    });
  });

  test.each(ways)('%s: what the provider ran itself passes as it is', async (_, run) => {
    const ran = { ...call('{"city":"Paris","days":"3"}'), providerExecuted: true };
    const { parts } = await run(middleware, question, { parts: [ran] });
    expect(parts).toContain(ran);
  });

  test.each(ways)('%s: without segments the summary still has the calls', async (_, run) => {
    const { extractToolCallSegments: __, ...protocol } = shout();
    const debugSummary = {};
    await run(
      createToolMiddleware({ protocol, toolSystemPromptTemplate }),
      withOptions({ debugSummary }),
      said,
    );
    expect(debugSummary).toEqual({
      originalText: '',
      toolCalls: `[{"toolName":"get_weather","input":${weather}}]`,
    });
  });

  test.each(sdks)('%s: runs a loop of two steps', async (_, sdk, specs) => {
    const model = createModel(specs.at(-1) ?? 'v2', [said, 'Fine.', said, 'Fine.']);
    const ran: unknown[] = [];
    const get_weather = {
      description: 'The weather.',
      inputSchema: sdk.jsonSchema(functionTools('get_weather')[0]?.inputSchema),
      execute: async (input: unknown) => {
        ran.push(input);
        return 'sunny';
      },
    };
    const wrapped = sdk.wrapLanguageModel({ model, middleware });
    const options = { model: wrapped, prompt: 'Hi', tools: { get_weather }, stopWhen: stopAfter(sdk, 3) };
    const { text: generated } = await sdk.generateText(options);
    const streamed = await sdk.streamText(options).text;
    expect([generated, streamed]).toEqual(['Fine.', 'Fine.']);
    expect(ran).toEqual([
      { city: 'Paris', days: 3 },
      { city: 'Paris', days: 3 },
    ]);
    expect(model.calls[3].prompt.at(-1)).toEqual(user(text('DONE get_weather "sunny"')));
  });
});
