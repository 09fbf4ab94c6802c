// What the middleware touches of the AI SDK, by shape: no type of one major, so that one build fits 5, 6 and 7.
// What a newer SDK adds passes through untouched.
import type { Tool } from '../formats/format.ts';
import type { FormatOptions } from '../protocols/from-format.ts';
import type { Part, ProtocolOptions } from '../protocols/protocol.ts';

/** Options by the name of whom they are for. */
export type ProviderOptions = Record<string, Record<string, unknown>>;

/** A message of a prompt. */
export interface Message {
  role: string;
  /** Text in system messages, parts in all others. */
  content: string | Part[];
  providerOptions?: ProviderOptions | undefined;
}

/** A tool as the SDK passes it on. */
export interface SdkTool extends Tool {
  readonly type: string;
  readonly id?: string;
}

/** Which tool is to be called. */
export type ToolChoice =
  | { readonly type: 'auto' }
  | { readonly type: 'none' }
  | { readonly type: 'required' }
  | { readonly type: 'tool'; readonly toolName: string };

/** What a model is called with. */
export interface CallParams {
  prompt: Message[];
  tools?: readonly SdkTool[] | undefined;
  toolChoice?: ToolChoice | undefined;
  responseFormat?: ({ type: string; schema?: unknown } & Record<string, unknown>) | undefined;
  providerOptions?: ProviderOptions | undefined;
  abortSignal?: AbortSignal | undefined;
}

/** What a model answers as a whole. */
export interface GenerateResult {
  content: Part[];
  finishReason: unknown;
  warnings?: unknown[];
}

/** What a model answers as a stream. */
export interface StreamResult {
  stream: ReadableStream<Part>;
}

/** A language model of any specification version. */
export interface Model {
  // biome-ignore lint/suspicious/noExplicitAny: each version has a literal of its own
  readonly specificationVersion: any;
  readonly provider: string;
  readonly modelId: string;
  // biome-ignore lint/suspicious/noExplicitAny: parameters and results differ between versions
  doGenerate(options: any): PromiseLike<any>;
  // biome-ignore lint/suspicious/noExplicitAny: as above
  doStream(options: any): PromiseLike<any>;
}

/**
 * A middleware for `wrapLanguageModel` of AI SDK 5, 6 and 7. Its types name no SDK, so it fits where each of them wants
 * its own.
 */
export interface ToolMiddleware {
  // biome-ignore lint/suspicious/noExplicitAny: each SDK wants a literal of its own, none reads it
  readonly specificationVersion: any;
  // biome-ignore lint/suspicious/noExplicitAny: a model of the SDK's own version
  transformParams<P>(options: { type: 'generate' | 'stream'; params: P; model: any }): Promise<P>;
  wrapGenerate<R>(options: {
    doGenerate: () => PromiseLike<R>;
    // biome-ignore lint/suspicious/noExplicitAny: as above
    params: any;
  }): Promise<R>;
  wrapStream<R>(options: {
    doStream: () => PromiseLike<R>;
    // biome-ignore lint/suspicious/noExplicitAny: as above
    doGenerate: () => PromiseLike<any>;
    // biome-ignore lint/suspicious/noExplicitAny: as above
    params: any;
  }): Promise<R>;
}

/** Structured information on what was read, written into the object that the caller passes. */
export interface DebugSummary {
  /** The pieces of the model's text that were read as calls, a line between them. */
  originalText?: string;
  /** The calls: a JSON array of `{ toolName, input }`. */
  toolCalls?: string;
}

/** `providerOptions.toolCallMiddleware`: what callers set, all of it passed on to the protocol. */
export interface ToolCallMiddlewareOptions extends ProtocolOptions, FormatOptions {
  /** Filled in when the answer has ended; nothing is printed then. Default: none. */
  debugSummary?: DebugSummary | undefined;
}
