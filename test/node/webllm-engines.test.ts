// The model over WebLLM's own engines, in the page and in a worker, with a stub for the GPU; and that the scripted engine
// of the other tests does as they do.
import type { ChatCompletionRequest, MLCEngineInterface } from '@mlc-ai/web-llm';
import { generateText, jsonSchema, stepCountIs, tool } from 'ai';
import { formats, hermesToolMiddleware, toolMiddleware, withTools } from 'toolwire';
import { describe, expect, test } from 'vitest';
import { webllm } from '../../src/webllm.ts';
import { generateTool } from '../support/generated-tools.ts';
import { Random } from '../support/random.ts';
import { createRealEngine, createWorkerEngine, type Generate } from '../support/real-engine.ts';
import { faultOf } from '../support/validate.ts';
import { ScriptedEngine } from '../support/webllm-engine.ts';
import { writeAtRandom } from '../support/xgrammar.ts';

const prompt = [{ role: 'user', content: [{ type: 'text', text: 'Hi.' }] }];
const cut = (text: string) => text.match(/.{1,4}/gs) ?? [''];

/** Gives these answers, one after the other. */
const say =
  (...answers: string[]): Generate =>
  () =>
    cut(answers.shift() ?? '');

const engines: [where: string, create: (generate: Generate) => MLCEngineInterface][] = [
  ['in the page', createRealEngine],
  ['in a worker', createWorkerEngine],
];

describe.each(engines)('an engine %s', (_, create) => {
  const long = 'word '.repeat(40);

  test('whole and streamed answers', async () => {
    const model = webllm(create(say('Hello there.', 'Hello there.', 'Hello there.')));
    const { content, finishReason, usage } = await model.doGenerate({ prompt });
    expect(content).toEqual([{ type: 'text', text: 'Hello there.' }]);
    expect([finishReason.unified, usage.inputTokens.total, usage.outputTokens.total]).toEqual([
      'stop',
      12,
      3,
    ]);
    expect((await model.doGenerate({ prompt, maxOutputTokens: 2 })).finishReason).toEqual({
      unified: 'length',
      raw: 'length',
    });
    const types: string[] = [];
    const { stream } = await model.doStream({ prompt });
    for await (const part of stream as unknown as AsyncIterable<{ type: string }>) types.push(part.type);
    expect(types).toEqual([
      'stream-start',
      'response-metadata',
      'text-start',
      ...Array(3).fill('text-delta'),
      'text-end',
      'finish',
    ]);
  });

  test('an abort stops it, and the next call gets its turn', async () => {
    const model = webllm(create(say(long, 'Next.', long, 'And next.')));
    const aborter = new AbortController();
    const first = model.doGenerate({ prompt, abortSignal: aborter.signal });
    const second = model.doGenerate({ prompt });
    setTimeout(() => aborter.abort(), 15);
    await expect(first).rejects.toMatchObject({ name: 'AbortError' });
    expect((await second).content).toEqual([{ type: 'text', text: 'Next.' }]);
    const { stream } = await model.doStream({ prompt });
    const reader = stream.getReader();
    for (let i = 0; i < 5; i++) await reader.read();
    await reader.cancel();
    expect((await model.doGenerate({ prompt })).content).toEqual([{ type: 'text', text: 'And next.' }]);
  });

  test('an abort before the first token', async () => {
    const model = webllm(create(say(long, 'Next.')));
    const aborter = new AbortController();
    const first = model.doGenerate({ prompt, abortSignal: aborter.signal });
    setTimeout(() => aborter.abort()); // the engine has been asked, and has not begun
    await expect(first).rejects.toMatchObject({ name: 'AbortError' });
    expect((await model.doGenerate({ prompt })).content).toEqual([{ type: 'text', text: 'Next.' }]);
  });

  test('calls at the same time take turns', async () => {
    const texts = ['One.', 'Two.', 'Three.', 'Four.'];
    const model = webllm(create(say(...texts)));
    const results = await Promise.all(texts.map(() => model.doGenerate({ prompt })));
    expect(results.map(({ content }) => content[0]?.text)).toEqual(texts);
  });

  test('what goes wrong is told', async () => {
    const broken: Generate = () => Promise.reject(new Error('The GPUDevice was lost'));
    const model = webllm(create(broken));
    await expect(model.doGenerate({ prompt })).rejects.toThrow('Load the model again');
    const content = [{ type: 'file', mediaType: 'image/png', data: 'AAAA' }];
    await expect(model.doGenerate({ prompt: [{ role: 'user', content }] })).rejects.toThrow('vision model');
  });

  test.each([
    ['hermes', formats.hermes, hermesToolMiddleware],
    ['wire', formats.wire, toolMiddleware('wire')],
  ] as const)(
    '%s: a model without any idea calls tools with inputs that fit',
    async (_, constrain, middleware) => {
      let calls = 0;
      for (let seed = 1; seed <= 12; seed++) {
        const random = new Random(seed * 6151);
        const { name, inputSchema } = generateTool(random, seed);
        const generate: Generate = async ({ response_format }) =>
          cut((await writeAtRandom(response_format!.structural_tag as object, random)) ?? '');
        const inputs: unknown[] = [];
        await generateText({
          model: withTools(
            webllm(create(generate), { constrain: { format: constrain, thinking: 'none' } }),
            middleware,
          ),
          prompt: 'Call it.',
          tools: {
            [name]: tool({
              inputSchema: jsonSchema(inputSchema as object),
              execute: async (input) => inputs.push(input),
            }),
          },
          toolChoice: { type: 'tool', toolName: name },
          stopWhen: stepCountIs(1),
        }).catch(() => {}); // it may have gone on for too long
        for (const input of inputs) expect(faultOf(input, inputSchema)).toBeUndefined();
        calls += inputs.length;
      }
      expect(calls).toBeGreaterThan(7);
    },
  );
});

/** What an engine makes of a request: its chunks, without ids and times, or the error. */
async function chunksOf(
  engine: ScriptedEngine | MLCEngineInterface,
  request: ChatCompletionRequest,
  stopAfter = -1,
) {
  const chunks: unknown[] = [];
  try {
    const answer = await engine.chat.completions.create({ ...request, stream: true });
    for await (const { id: _, created: __, usage, ...chunk } of answer) {
      if (chunks.length === stopAfter) await engine.interruptGenerate();
      const choices = chunk.choices.map(({ logprobs: _, ...choice }) => choice);
      const tokens = usage && { input: usage.prompt_tokens, output: usage.completion_tokens };
      chunks.push({ ...chunk, choices, tokens });
    }
  } catch (error) {
    return { chunks, error: (error as Error).name };
  }
  return { chunks };
}

describe('the scripted engine does as WebLLM does', () => {
  const messages: ChatCompletionRequest['messages'] = [{ role: 'user', content: 'Hi.' }];
  const ping = { type: 'function', function: { name: 'ping' } } as const;
  test.each<[what: string, request: ChatCompletionRequest, stopAfter?: number]>([
    ['an answer', { messages }],
    ['with its tokens', { messages, stream_options: { include_usage: true } }],
    ['interrupted', { messages, stream_options: { include_usage: true } }, 1],
    ['tools', { messages, tools: [ping] }],
    [
      'a system message further on',
      { messages: [...messages, { role: 'system', content: '' }, ...messages] },
    ],
    ['no message of the user at the end', { messages: [...messages, { role: 'assistant', content: '' }] }],
    [
      'an image',
      {
        messages: [
          { role: 'user', content: [{ type: 'image_url', image_url: { url: 'data:image/png;base64,' } }] },
        ],
      },
    ],
    ['a seed', { messages, seed: 0.5 }],
    ['a schema without its type', { messages, response_format: { schema: '{}' } }],
    ['a tag without its type', { messages, response_format: { type: 'text', structural_tag: '{}' } }],
    ['no tag', { messages, response_format: { type: 'structural_tag' } }],
  ])('%s', async (_, request, stopAfter) => {
    const text = 'Hello there, you.';
    const scripted = await chunksOf(new ScriptedEngine([text]), request, stopAfter);
    const real = await chunksOf(createRealEngine(say(text)), request, stopAfter);
    expect(scripted).toEqual(real);
  });
});
