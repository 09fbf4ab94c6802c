// The model: any endpoint that speaks OpenAI's protocol, tools or not, or a script to try things without one.
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import type { LanguageModelV4, LanguageModelV4StreamPart } from '@ai-sdk/provider';
import { simulateReadableStream } from 'ai';
import { MockLanguageModelV4 } from 'ai/test';

/** With a URL, the model of that name there; without, the script. */
export function createModel(url?: string, name?: string): LanguageModelV4 {
  if (!url) return scripted;
  if (!name) throw new Error('There is a URL but no model: name one that it serves.');
  return createOpenAICompatible({ name: 'openai-compatible', baseURL: url })(name);
}

/** Calls a tool as Qwen and Hermes write it, and then tells what came of it. */
const scripted = new MockLanguageModelV4({
  doStream: async ({ prompt }) => {
    const [, celsius] = /celsius\W+(\d+)/.exec(JSON.stringify(prompt.at(-1))) ?? [];
    const text = celsius
      ? `It will be ${celsius} degrees.`
      : 'Let me look. <tool_call>{"name": "get_weather", "arguments": {"city": "Paris", "days": 2}}</tool_call>';
    const deltas = text.match(/.{1,4}/gs) ?? [];
    const chunks: LanguageModelV4StreamPart[] = [
      { type: 'text-start', id: '1' },
      ...deltas.map((delta) => ({ type: 'text-delta' as const, id: '1', delta })),
      { type: 'text-end', id: '1' },
      { type: 'finish', finishReason: { unified: 'stop', raw: 'stop' }, usage },
    ];
    return { stream: simulateReadableStream({ chunks, chunkDelayInMs: 20 }) };
  },
});

const usage = {
  inputTokens: { total: 0, noCache: 0, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 0, text: 0, reasoning: 0 },
};
