// A protocol is how tools, calls and results are spelled for a model, and how its answer is read back: the interface
// that the middleware works with. Built-in ones are made from formats; any object of this shape serves as well.
// Parts are typed by what they need, so that one build fits AI SDK 5, 6 and 7.
import type { EventSink } from '../events.ts';
import type { Tool } from '../formats/format.ts';

/** A call, as the AI SDK carries it: `input` is JSON text in answers, any value in a conversation's history. */
export interface ToolCall {
  /** The tool that is called. */
  toolName: string;
  /** What its result refers to it by. */
  toolCallId?: string;
  /** Its arguments. */
  input: unknown;
}

/** A tool's result in a conversation's history. */
export interface ToolResult {
  /** The tool that was called. */
  toolName: string;
  /** The call that this is the result of. */
  toolCallId?: string;
  /** The result as a JSON value. */
  result?: unknown;
  /** The same as the AI SDK carries it: `{ type: 'json', value }`. */
  output?: unknown;
  /** The result says what went wrong. */
  isError?: boolean;
}

/** A part of an answer: text, a call, or anything else the provider sends. */
export interface Part {
  /** What it is: `text-delta`, `tool-call` and so on. */
  type: string;
  [key: string]: unknown;
}

/** Called with what was odd in the model's text. Never fatal. */
export type OnError = (message: string, metadata?: Record<string, unknown>) => void;

/** What a protocol's parsers are told; protocols may read more of `providerOptions.toolCallMiddleware`. */
export interface ProtocolOptions {
  /** Hears of what is odd in the model's text, and in the conversation so far. Default: nobody does. */
  onError?: OnError | undefined;
  /** Makes ids for calls. Default: random ones. */
  generateId?: (() => string) | undefined;
  [key: string]: unknown;
}

/** What an answer is read for, and how. */
export interface ReadingSettings {
  /** The tools that may be called. */
  tools: readonly Tool[];
  /** How it is read. */
  options?: ProtocolOptions;
}

/** Reads one text as it comes. */
export interface TextReader {
  /** Reads a delta. */
  feed(text: string): void;
  /** Ends the text. */
  finish(): void;
}

/** How one model family calls tools. */
export interface ToolCallProtocol {
  /** What it is told where the options of a call say nothing. */
  readonly options?: ProtocolOptions;
  /** The text that tells the model its tools. */
  formatTools(settings: {
    tools: readonly Tool[];
    toolSystemPromptTemplate: (tools: string) => string;
  }): string;
  /** A call as the model would have written it; `tools` are those it is told of, if it is. */
  formatToolCall(toolCall: ToolCall, tools?: readonly Tool[]): string;
  /** A result as the model expects it. */
  formatToolResponse(toolResult: ToolResult): string;
  /** Reads a whole answer: `text` and `tool-call` parts. */
  parseGeneratedText(settings: ReadingSettings & { text: string }): Part[];
  /** Reads an answer as it streams: text deltas in, text and tool parts out; other parts pass through in order. */
  createStreamParser(settings: ReadingSettings): TransformStream<Part, Part>;
  /** The pieces of a text that would be read as calls, for debugging. */
  extractToolCallSegments?(settings: ReadingSettings & { text: string }): string[];
  /** The reader behind the three above. A protocol that has one is read without a `TransformStream`, for half the cost. */
  createTextReader?(settings: ReadingSettings, events: EventSink): TextReader;
}
