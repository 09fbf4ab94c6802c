// Tools through `@browser-ai/web-llm`, another provider over WebLLM. It looks for calls of its own in every answer, and takes
// what it finds: ```tool_call fences, `<tool_call>`, and `[name(` in whole answers; where the mark that closes one is cut
// between two deltas, it hangs. So behind it, a format is needed that it leaves alone: `wire`.
import { WebLLMLanguageModel } from '@browser-ai/web-llm';
import { generateText, jsonSchema, stepCountIs, streamText, tool } from 'ai';
import { formats, type Tool, toolMiddleware, withTools } from 'toolwire';
import { describe, expect, test } from 'vitest';
import { Random } from '../support/random.ts';
import { ScriptedEngine } from '../support/webllm-engine.ts';

const inputSchema = {
  type: 'object',
  properties: { city: { type: 'string' }, days: { type: 'integer' } },
  required: ['city'],
} as const;

/** The provider's model over an engine that gives these answers. */
function createModel(engine: ScriptedEngine): WebLLMLanguageModel {
  return Object.assign(new WebLLMLanguageModel('Qwen2.5-1.5B-Instruct-q4f16_1-MLC'), {
    engine,
    isInitialized: true,
  });
}

/** A loop of two steps over answers cut in this way. */
function settingsFor(cut: (text: string) => string[], ran: unknown[]) {
  const call = formats.wire.writeCall({ toolName: 'get_weather', input: { city: 'New York', days: 3 } });
  const engine = new ScriptedEngine([
    { deltas: cut(`Let me see: ${call}\nand ${call}`) },
    { deltas: cut('It is <b>sunny</b>.') },
  ]);
  return {
    model: withTools(createModel(engine), toolMiddleware('wire')),
    prompt: 'The weather?',
    tools: {
      get_weather: tool({
        inputSchema: jsonSchema(inputSchema as object),
        execute: async (input) => ran.push(input) && 'sunny',
      }),
    },
    stopWhen: stepCountIs(3),
  };
}

const cuts: [string, (text: string) => string[]][] = [
  ['whole', (text) => [text]],
  ['unit by unit', (text) => text.split('')],
  ['by fours', (text) => text.match(/.{1,4}/gs) ?? []],
  ['at random', (text) => new Random(3).cut(text, 9)],
];
const input = { city: 'New York', days: 3 };

describe.each(cuts)('wire, %s', (_, cut) => {
  test('generateText', async () => {
    const ran: unknown[] = [];
    const { text, steps } = await generateText(settingsFor(cut, ran));
    expect(text).toBe('It is <b>sunny</b>.');
    expect(ran).toEqual([input, input]);
    expect(steps.map(({ finishReason }) => finishReason)).toEqual(['tool-calls', 'stop']);
  });

  test('streamText', async () => {
    const ran: unknown[] = [];
    const { text, steps } = streamText(settingsFor(cut, ran));
    expect(await text).toBe('It is <b>sunny</b>.');
    expect(ran).toEqual([input, input]);
    expect((await steps).map(({ finishReason }) => finishReason)).toEqual(['tool-calls', 'stop']);
  });
});

test('calls that it takes for its own are calls all the same', async () => {
  const call = formats.hermes.writeCall({ toolName: 'get_weather', input });
  const model = withTools(createModel(new ScriptedEngine([{ deltas: [call] }])), toolMiddleware('wire'));
  const tools: (Tool & { type: string })[] = [{ type: 'function', name: 'get_weather', inputSchema }];
  const { content } = await model.doGenerate({
    prompt: [{ role: 'user', content: [{ type: 'text', text: 'Hi.' }] }],
    tools: tools as never,
  });
  expect(content).toMatchObject([
    { type: 'tool-call', toolName: 'get_weather', input: JSON.stringify(input) },
  ]);
});
