// WebLLM's engine, as far as it is used here, by shape: MLCEngine, and those that run in a web worker or a service
// worker. `@mlc-ai/web-llm` itself is not imported, so an application brings the version it wants.

/** What can be loaded with `CreateMLCEngine` and the like. */
export interface WebLLMEngine {
  /** Where answers are asked for, as OpenAI has it. */
  readonly chat: {
    readonly completions: {
      // biome-ignore lint/suspicious/noExplicitAny: overloads by `stream`, and types that differ between versions
      create(request: any): Promise<any>;
    };
  };
  /** Stops the answer that is under way. */
  interruptGenerate(): unknown;
}

/** A piece of a message with images. */
export type MessagePart = { type: 'text'; text: string } | { type: 'image_url'; image_url: { url: string } };

/** A message as the engine takes it. */
export type EngineMessage =
  | { role: 'system' | 'assistant'; content: string }
  | { role: 'user'; content: string | MessagePart[] };

/** A request as the engine takes it; what it does not name comes from `providerOptions.webllm`. */
export interface EngineRequest {
  messages: EngineMessage[];
  stream: true;
  stream_options: { include_usage: true };
  [setting: string]: unknown;
}

/** Tokens, as the engine counts them. Of a conversation that goes on, it counts only what is new. */
export interface EngineUsage {
  prompt_tokens: number;
  completion_tokens: number;
  total_tokens: number;
  /** Seconds, and tokens per second. */
  extra?: Readonly<Record<string, unknown>>;
}

/** What the engine streams: pieces of text, then why it stopped, then the count of tokens. */
export interface EngineChunk {
  id?: string;
  model?: string;
  choices: readonly { delta?: { content?: string | null }; finish_reason?: string | null }[];
  usage?: EngineUsage | null;
}
