// WebLLM's own engines without a GPU: all of their code but the model itself, whose place a stub takes that gives tokens.
// So what they check, lock, interrupt, count and pass between threads is what it is in a browser.
import {
  MLCEngine,
  type MLCEngineInterface,
  WebWorkerMLCEngine,
  WebWorkerMLCEngineHandler,
} from '@mlc-ai/web-llm';

/** What the stub is told of a request. */
export interface Generation {
  response_format?: { type?: string; structural_tag?: object };
  max_tokens?: number;
}

/** Gives the tokens of the next answer. */
export type Generate = (generation: Generation) => readonly string[] | Promise<readonly string[]>;

export const MODEL_ID = 'Qwen2.5-1.5B-Instruct-q4f16_1-MLC';

/** An engine that writes these answers. */
export function createRealEngine(generate: Generate): MLCEngine {
  const engine = new MLCEngine({ logLevel: 'SILENT' });
  load(engine, generate);
  return engine;
}

/** The same, in what it takes for a worker. */
export function createWorkerEngine(generate: Generate): MLCEngineInterface {
  const handler = new WebWorkerMLCEngineHandler();
  load(handler.engine as MLCEngine, generate);
  const worker = {
    onmessage: (_: unknown) => {},
    postMessage: (message: unknown) => send(() => handler.onmessage(message)),
  };
  handler.postMessage = (message) => send(() => worker.onmessage(message));
  const engine = new WebWorkerMLCEngine(worker, { logLevel: 'SILENT' });
  for (const either of [handler, engine]) either.modelId = [MODEL_ID];
  return engine;
}

/** A message takes a while, and what it holds is copied. */
const send = (deliver: () => void) => void setTimeout(deliver);

/** Puts a stub where `reload` would put a model. */
function load(engine: MLCEngine, generate: Generate): void {
  const template = {
    system_template: '{system_message}',
    system_message: '',
    roles: { user: 'user', assistant: 'assistant', tool: 'tool' },
    seps: ['\n'],
    stop_str: [],
    stop_token_ids: [],
  };
  // biome-ignore lint/suspicious/noExplicitAny: private, and no other way in without a GPU
  const inner = engine as any;
  const pipeline = new StubPipeline(generate);
  inner.getLLMStates = () => [MODEL_ID, pipeline, { conv_template: template, conv_config: {} }];
  inner.loadedModelIdToModelType.set(MODEL_ID, 0);
  inner.loadedModelIdToLock.set(MODEL_ID, new Lock());
}

class StubPipeline {
  readonly #generate: Generate;
  #conversation: unknown = {
    messages: [],
    function_string: '',
    use_function_calling: false,
    isTextCompletion: false,
  };
  #tokens: readonly string[] = [];
  #count = 0;
  #reason = 'stop';
  #isStopped = false;

  constructor(generate: Generate) {
    this.#generate = generate;
  }

  getConversationObject = () => this.#conversation;
  resetChat = () => {};
  setSeed = () => {};

  setConversation(conversation: unknown): void {
    this.#conversation = conversation;
  }

  async prefillStep(_input: unknown, _role: unknown, _name: unknown, generation: Generation): Promise<void> {
    this.#tokens = await this.#generate(generation);
    this.#count = 0;
    this.#reason = 'stop';
    this.#isStopped = false;
    await this.decodeStep(generation);
  }

  async decodeStep({ max_tokens = Number.POSITIVE_INFINITY }: Generation): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve));
    if (this.#count < this.#tokens.length) this.#count++;
    if (this.#count >= max_tokens) this.#reason = 'length';
    this.#isStopped = this.#count >= Math.min(this.#tokens.length, max_tokens);
  }

  stopped = () => this.#isStopped;
  triggerStop(): void {
    this.#isStopped = true;
    this.#reason = 'abort';
  }

  getMessage = () => this.#tokens.slice(0, this.#count).join('');
  getFinishReason = () => this.#reason;
  getCurRoundDecodingTotalTokens = () => this.#count;
  getCurRoundPrefillTotalTokens = () => 12;
  getCurRoundPrefillTokensPerSec = () => 24;
  getCurRoundDecodingTokensPerSec = () => 48;
  getCurRoundGrammarInitTotalTime = () => 0;
  getCurRoundPrefillTotalTime = () => 0.5;
  getCurRoundDecodingTotalTime = () => 1;
  getCurRoundGrammarPerTokenTotalTime = () => 0;
  getCurRoundLatencyBreakdown = () => undefined;
}

/** WebLLM's lock is not exported; this one does the same. */
class Lock {
  readonly #waiting: (() => void)[] = [];
  isTaken = false;

  async acquire(): Promise<void> {
    if (this.isTaken) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    this.isTaken = true;
  }

  async release(): Promise<void> {
    const next = this.#waiting.shift();
    if (next) next();
    else this.isTaken = false;
  }
}
