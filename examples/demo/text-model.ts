// A language model of the AI SDK that knows nothing but text: no tools, no JSON mode.
import { setTimeout as sleep } from 'node:timers/promises';
import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4Prompt,
  LanguageModelV4StreamPart,
} from '@ai-sdk/provider';

/** A message as plain chat models take it. */
export interface Message {
  role: string;
  content: string;
}

/** Why an answer ended. */
export type FinishReason = 'stop' | 'length' | 'error';

/** Writes an answer: gives its deltas, returns why it ended. */
export type TextSource = (
  messages: Message[],
  signal: AbortSignal | undefined,
) => AsyncGenerator<string, FinishReason>;

export interface TextModelOptions {
  /** Milliseconds after each delta, so that one sees what comes of it. */
  pause: number;
  onDelta: (delta: string) => void;
}

/** Creates a model that streams what the source writes. */
export function createTextModel(source: TextSource, { pause, onDelta }: TextModelOptions): LanguageModelV4 {
  async function* write({ prompt, abortSignal }: LanguageModelV4CallOptions) {
    const answer = source(prompt.map(flatten), abortSignal);
    let next = await answer.next();
    for (; !next.done; next = await answer.next()) {
      onDelta(next.value);
      yield { type: 'text-delta', id: '1', delta: next.value } as const;
      await sleep(pause);
    }
    return next.value;
  }
  /** All parts of an answer. One that fails says so in a part: a stream that throws would end the SDK's as well. */
  async function* stream(options: LanguageModelV4CallOptions): AsyncGenerator<LanguageModelV4StreamPart> {
    let reason: FinishReason = 'error';
    yield { type: 'stream-start', warnings: [] };
    yield { type: 'text-start', id: '1' };
    try {
      reason = yield* write(options);
    } catch (error) {
      yield { type: 'error', error };
    }
    yield { type: 'text-end', id: '1' };
    yield { type: 'finish', finishReason: { unified: reason, raw: reason }, usage };
  }
  return {
    specificationVersion: 'v4',
    provider: 'demo',
    modelId: 'text',
    supportedUrls: {},
    doGenerate: () => Promise.reject(new Error('This model only streams: use streamText.')),
    doStream: async (options) => ({ stream: streamOf(stream(options)) }),
  };
}

function streamOf<Part>(parts: AsyncGenerator<Part>): ReadableStream<Part> {
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await parts.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    async cancel() {
      await parts.return(undefined);
    },
  });
}

/** A message without parts: toolwire has left nothing but text in it. */
function flatten({ role, content }: LanguageModelV4Prompt[number]): Message {
  if (typeof content === 'string') return { role, content };
  return { role, content: content.map((part) => (part.type === 'text' ? part.text : '')).join('\n') };
}

/** Nobody counts. */
const usage = {
  inputTokens: { total: undefined, noCache: undefined, cacheRead: undefined, cacheWrite: undefined },
  outputTokens: { total: undefined, text: undefined, reasoning: undefined },
};
