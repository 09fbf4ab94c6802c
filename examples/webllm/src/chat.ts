// A conversation with a model in the engine: `webllm` makes it a model of the AI SDK, `withTools` gives it tools.
import {
  extractReasoningMiddleware,
  isStepCount,
  type ModelMessage,
  streamText,
  type TextStreamPart,
  wrapLanguageModel,
} from 'ai';
import { formats, toolMiddleware, withTools } from 'toolwire';
import { type WebLLMEngine, webllm } from 'toolwire/webllm';
import type { ModelEntry } from './models.ts';
import { tools } from './tools.ts';

/** What an answer is made of. */
export type Part = TextStreamPart<typeof tools>;

export class Chat {
  readonly #model: ReturnType<typeof createModel>;
  readonly #thinks: boolean;
  readonly #messages: ModelMessage[] = [];

  constructor(engine: WebLLMEngine, entry: ModelEntry) {
    this.#model = createModel(engine, entry);
    this.#thinks = entry.thinks ?? false;
  }

  /** Asks, and streams the answer: texts, calls while they are written, and their results. */
  async *send(question: string, abortSignal: AbortSignal): AsyncGenerator<Part> {
    this.#messages.push({ role: 'user', content: question });
    const { stream } = streamText({
      model: this.#model,
      tools,
      instructions: 'You are a helpful assistant inside a web page. Be brief.',
      messages: this.#messages,
      // These models are small, and think for long.
      ...(this.#thinks && { reasoning: 'none' as const }),
      stopWhen: isStepCount(5),
      abortSignal,
      onStepEnd: ({ response }) => void this.#messages.push(...response.messages),
      onError: () => {}, // comes as a part, too
    });
    let text = '';
    for await (const part of stream) {
      if (part.type === 'start-step') text = '';
      if (part.type === 'text-delta') text += part.text;
      // A question without an answer would be answered with the next one.
      if (part.type === 'abort') this.#messages.push({ role: 'assistant', content: `${text} [stopped]` });
      yield part;
    }
  }
}

function createModel(engine: WebLLMEngine, { id, format, isHeld = true, thinks }: ModelEntry) {
  const model = webllm(engine, {
    modelId: id,
    specificationVersion: 'v4',
    constrain: isHeld ? formats[format] : undefined,
  });
  const middleware = extractReasoningMiddleware({ tagName: 'think' });
  return withTools(
    thinks ? wrapLanguageModel({ model, middleware }) : model,
    toolMiddleware(formats[format].name),
  );
}
