// A scripted engine with MLCEngine's own interface: it checks requests, takes one at a time behind a lock, streams chunks,
// stops when interrupted and counts tokens as WebLLM 0.2.85 does; only the text is given, not generated.
import type {
  ChatCompletion,
  ChatCompletionChunk,
  ChatCompletionFinishReason,
  ChatCompletionRequest,
  ChatCompletionRequestNonStreaming,
  ChatCompletionRequestStreaming,
  CompletionUsage,
} from '@mlc-ai/web-llm';

/** An answer: text, cut into deltas. */
export interface EngineAnswer {
  /** Deltas; a text is cut into fours. An `Error` is thrown where it stands. */
  deltas: string | readonly (string | Error)[];
  finishReason?: ChatCompletionFinishReason;
}

export interface EngineOptions {
  modelId?: string;
  /** Whether the model sees images. */
  isVision?: boolean;
  /** Rejects as an engine in a worker does: with text. */
  isWorker?: boolean;
}

/** The models that the engine takes `tools` for. */
const toolModels = [
  'Hermes-2-Pro-Llama-3-8B-q4f16_1-MLC',
  'Hermes-2-Pro-Llama-3-8B-q4f32_1-MLC',
  'Hermes-2-Pro-Mistral-7B-q4f16_1-MLC',
  'Hermes-3-Llama-3.1-8B-q4f32_1-MLC',
  'Hermes-3-Llama-3.1-8B-q4f16_1-MLC',
];

const failure = (name: string, message: string) => Object.assign(new Error(message), { name });

export class ScriptedEngine {
  readonly chat = { completions: { create: this.#create.bind(this) as Create } };
  /** What was asked for. */
  readonly requests: ChatCompletionRequest[] = [];
  /** How often it was told to stop, and how often it did. */
  interrupts = 0;
  stops = 0;
  readonly #answers: (string | EngineAnswer)[];
  readonly #modelId: string;
  readonly #isVision: boolean;
  readonly #isWorker: boolean;
  #isInterrupted = false;
  #isLocked = false;
  readonly #waiting: (() => void)[] = [];

  constructor(answers: readonly (string | EngineAnswer)[], options: EngineOptions = {}) {
    this.#answers = [...answers];
    this.#modelId = options.modelId ?? 'Qwen2.5-1.5B-Instruct-q4f16_1-MLC';
    this.#isVision = options.isVision ?? false;
    this.#isWorker = options.isWorker ?? false;
  }

  /** Whether a request is under way. */
  get isLocked(): boolean {
    return this.#isLocked;
  }

  async interruptGenerate(): Promise<void> {
    this.interrupts++;
    this.#isInterrupted = true;
  }

  async #create(request: ChatCompletionRequest) {
    try {
      this.#check(request);
    } catch (error) {
      throw this.#isWorker ? String(error) : error;
    }
    await this.#lock();
    this.requests.push(request);
    const answer = this.#answers.shift() ?? '';
    const chunks = this.#generate(request, typeof answer === 'string' ? { deltas: answer } : answer);
    return request.stream ? chunks : joinChunks(chunks);
  }

  #check({
    model,
    messages,
    tools,
    seed,
    response_format,
    stream,
    stream_options,
  }: ChatCompletionRequest): void {
    if (model && model !== this.#modelId)
      throw failure(
        'SpecifiedModelNotFoundError',
        `Specified model ${model} is not found in loaded models: ${this.#modelId}.`,
      );
    messages.forEach((message, index) => {
      if (message.role === 'user' && typeof message.content !== 'string') this.#checkParts(message.content);
      if (message.role === 'system' && index !== 0)
        throw failure(
          'SystemMessageOrderError',
          'System prompt should always be the first message in `messages`.',
        );
    });
    const last = messages.at(-1)?.role;
    if (last !== 'user' && last !== 'tool')
      throw failure('MessageOrderError', 'Last message should be from either `user` or `tool`.');
    if (seed != null && !Number.isInteger(seed)) throw failure('SeedTypeError', 'Seed should be an integer.');
    if (response_format?.schema != null && response_format.type !== 'json_object')
      throw failure('InvalidResponseFormatError', 'JSON schema is only supported with `json_object`.');
    if ((response_format?.type === 'structural_tag') !== (response_format?.structural_tag != null))
      throw failure('InvalidResponseFormatStructuralTagError', 'structural_tag needs to be specified.');
    if (tools != null && !toolModels.includes(this.#modelId))
      throw failure(
        'UnsupportedModelIdError',
        `${this.#modelId} is not supported for ChatCompletionRequest.tools.`,
      );
    if (stream_options != null && !stream)
      throw failure('InvalidStreamOptionsError', 'Only specify stream_options when stream=True.');
  }

  #checkParts(parts: readonly { type: string; image_url?: { url: string } }[]): void {
    if (!this.#isVision)
      throw failure(
        'UserMessageContentErrorForNonVLM',
        'The model loaded is not of type ModelType.VLM (vision-language model).',
      );
    if (parts.filter(({ type }) => type === 'text').length > 1)
      throw failure('MultipleTextContentError', 'Each message can have at most one text contentPart.');
    for (const { image_url } of parts)
      if (image_url && !/^(?:http|data:image)/.test(image_url.url))
        throw failure('UnsupportedImageURLError', `image_url.url should start with "data:image" or "http".`);
  }

  async #lock(): Promise<void> {
    if (this.#isLocked) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    this.#isLocked = true;
  }

  #unlock(): void {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#isLocked = false;
  }

  /** As in WebLLM, the lock is kept unless this is read to its end, or fails. */
  async *#generate(
    request: ChatCompletionRequest,
    { deltas, finishReason = 'stop' }: EngineAnswer,
  ): AsyncGenerator<ChatCompletionChunk, void, void> {
    this.#isInterrupted = false; // an interrupt that came before is forgotten
    const base = {
      id: `chatcmpl-${this.requests.length}`,
      model: this.#modelId,
      object: 'chat.completion.chunk',
      created: 1,
    } as const;
    const chunk = (delta: object, reason: ChatCompletionFinishReason | null): ChatCompletionChunk => ({
      ...base,
      choices: [{ delta, finish_reason: reason, index: 0 }],
    });
    let reason = finishReason;
    let count = 0;
    for (const delta of typeof deltas === 'string' ? (deltas.match(/.{1,4}/gs) ?? ['']) : deltas) {
      await new Promise((resolve) => setTimeout(resolve)); // the GPU works
      if (delta instanceof Error) {
        this.#unlock();
        throw this.#isWorker ? String(delta) : delta;
      }
      count++;
      yield chunk({ content: delta, role: 'assistant' }, null);
      if (!this.#isInterrupted) continue;
      this.stops++;
      reason = 'abort';
      break;
    }
    yield chunk({}, reason);
    if (request.stream_options?.include_usage) yield { ...base, choices: [], usage: usageOf(count) };
    this.#unlock();
  }
}

interface Create {
  (request: ChatCompletionRequestNonStreaming): Promise<ChatCompletion>;
  (request: ChatCompletionRequestStreaming): Promise<AsyncIterable<ChatCompletionChunk>>;
  (request: ChatCompletionRequest): Promise<ChatCompletion | AsyncIterable<ChatCompletionChunk>>;
}

function usageOf(completion_tokens: number): CompletionUsage {
  return {
    prompt_tokens: 12,
    completion_tokens,
    total_tokens: 12 + completion_tokens,
    extra: {
      e2e_latency_s: 0.5,
      prefill_tokens_per_s: 24,
      decode_tokens_per_s: Number.NaN,
      time_to_first_token_s: 0.5,
      time_per_output_token_s: 0.01,
    },
  };
}

async function joinChunks(chunks: AsyncIterable<ChatCompletionChunk>): Promise<ChatCompletion> {
  let content = '';
  let finish_reason: ChatCompletionFinishReason = 'stop';
  let last: ChatCompletionChunk | undefined;
  let count = 0;
  for await (const chunk of chunks) {
    last = chunk;
    content += chunk.choices[0]?.delta.content ?? '';
    finish_reason = chunk.choices[0]?.finish_reason ?? finish_reason;
    count++;
  }
  const { id = '', model = '', created = 1 } = last ?? {};
  const choices = [
    { finish_reason, index: 0, logprobs: null, message: { content, role: 'assistant' as const } },
  ];
  return { id, model, created, object: 'chat.completion', choices, usage: usageOf(count - 1) };
}
