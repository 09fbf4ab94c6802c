// An engine with MLCEngine's interface, as far as its worker calls it: it streams chunks, stops when it is interrupted and
// counts tokens, but what it says is a script.
import type {
  ChatCompletionChunk,
  ChatCompletionFinishReason,
  ChatCompletionRequest,
  InitProgressCallback,
  MLCEngineInterface,
} from '@mlc-ai/web-llm';
import { answerTo } from './script.ts';

type Interface = Pick<
  MLCEngineInterface,
  | 'chatCompletion'
  | 'getInitProgressCallback'
  | 'interruptGenerate'
  | 'reload'
  | 'setInitProgressCallback'
  | 'unload'
>;

/** About as fast as a model of 2 GB on a laptop. */
const millisecondsPerToken = 25;

export class ScriptedEngine implements Interface {
  #onProgress: InitProgressCallback | undefined;
  #isInterrupted = false;

  setInitProgressCallback(onProgress: InitProgressCallback | undefined): void {
    this.#onProgress = onProgress;
  }

  getInitProgressCallback(): InitProgressCallback | undefined {
    return this.#onProgress;
  }

  async reload(): Promise<void> {
    this.#onProgress?.({ progress: 1, timeElapsed: 0, text: 'Nothing to load.' });
  }

  async unload(): Promise<void> {}

  interruptGenerate(): void {
    this.#isInterrupted = true;
  }

  // biome-ignore lint/suspicious/noExplicitAny: overloads by `stream`
  async chatCompletion(request: ChatCompletionRequest): Promise<any> {
    if (!request.stream) throw new Error('The scripted engine only streams.');
    return this.#generate(request);
  }

  async *#generate({ messages, model = 'scripted' }: ChatCompletionRequest) {
    this.#isInterrupted = false;
    const base = { id: crypto.randomUUID(), model: model ?? '', object: 'chat.completion.chunk' } as const;
    const chunkOf = (
      delta: { role?: 'assistant'; content?: string },
      finish_reason: ChatCompletionFinishReason | null,
    ): ChatCompletionChunk => ({ ...base, created: 0, choices: [{ delta, finish_reason, index: 0 }] });
    let completion_tokens = 0;
    for (const content of cut(answerTo(messages))) {
      await new Promise((resolve) => setTimeout(resolve, millisecondsPerToken));
      if (this.#isInterrupted) break;
      completion_tokens++;
      yield chunkOf({ role: 'assistant', content }, null);
    }
    yield chunkOf({}, this.#isInterrupted ? 'abort' : 'stop');
    const prompt_tokens = cut(messages.map(({ content }) => content).join(' ')).length;
    yield { ...base, created: 0, choices: [], usage: usageOf(prompt_tokens, completion_tokens) };
  }
}

/** Pieces about as long as tokens. */
const cut = (text: string): string[] => text.match(/ ?\w{1,4}|[^\w\n]{1,2}|\n/gu) ?? [];

const usageOf = (
  prompt_tokens: number,
  completion_tokens: number,
): NonNullable<ChatCompletionChunk['usage']> => ({
  prompt_tokens,
  completion_tokens,
  total_tokens: prompt_tokens + completion_tokens,
  extra: {
    e2e_latency_s: (completion_tokens * millisecondsPerToken) / 1000,
    prefill_tokens_per_s: 0,
    decode_tokens_per_s: 1000 / millisecondsPerToken,
    time_to_first_token_s: millisecondsPerToken / 1000,
    time_per_output_token_s: millisecondsPerToken / 1000,
  },
});
