// The description of a wire format: data that one parser reads by, and how the same format is written. A format is
// one file of about 40 lines with a sample in its header; no format imports another.
import type { JsonSchema } from '../arguments/json-schema.ts';

/** A tool as a model may call it. */
export interface Tool {
  readonly name: string;
  readonly description?: string | undefined;
  readonly inputSchema?: JsonSchema | undefined;
  /** Arguments as they may be, to show to the model. */
  readonly inputExamples?: readonly { readonly input: unknown }[] | undefined;
}

/** Literals around something. */
export interface Markers {
  readonly open: readonly string[];
  /** Default: none, it ends with what it holds. The end of the text closes it too. */
  readonly close?: readonly string[];
}

/** Literals around a call. Where they are made of tools' names, a function gives those of one tool. */
export interface CallMarkers {
  readonly open: readonly string[] | ((toolName: string) => readonly string[]);
  /** More openers, which count only where the content starts, blanks aside: a payload that stands there bare. */
  readonly start?: readonly string[] | ((toolName: string) => readonly string[]);
  /** Default: none, it ends with what it holds. The end of the text closes it too. */
  readonly close?: readonly string[] | ((toolName: string) => readonly string[]);
  /** What may stand between two calls. If given, `start` opens a call there too. */
  readonly separators?: readonly string[];
}

/** Payload E: JSON that carries name and arguments. `<tool_call>{"name": "f", "arguments": {}}</tool_call>` */
export interface EnvelopePayload {
  readonly kind: 'envelope';
  /** Keys of the name; the first that comes counts. Default: `name`. */
  readonly nameKeys?: readonly string[];
  /** Keys of the arguments. Default: `arguments`, `parameters`, `args`, `input`. */
  readonly argumentKeys?: readonly string[];
  /** Keys whose object is read as if its keys stood in the envelope itself: `{"type": "function", "function": {…}}`. */
  readonly wrapperKeys?: readonly string[];
  /** The key is the name, its value the arguments: `{"f": {…}}`. */
  readonly nameIsKey?: boolean;
}

/** Payload H: the name after the opener, then the arguments by a codec. `<function=f><parameter=a>1</parameter></function>` */
export interface HeaderPayload {
  readonly kind: 'header';
  /** What ends the name, besides the first key or the call's closer. `{` is not taken away: it opens the arguments. */
  readonly nameEnd: readonly string[];
  /** Makes the tool's name of the text before `nameEnd`. Default: without blanks around it. */
  readonly readName?: (text: string) => string;
  readonly body: JsonBody | ParamsBody | LiteralBody | PairsBody | OpaqueBody;
}

/** Arguments as one JSON object. */
export interface JsonBody {
  readonly codec: 'json';
}

/** Arguments as `keyOpen key keyEnd value valueClose`, repeated; values are raw text, typed by the schema. */
export interface ParamsBody {
  readonly codec: 'params';
  readonly keyOpen: readonly string[];
  readonly keyEnd: readonly string[];
  /** What opens a value, if something stands between `keyEnd` and it. */
  readonly valueOpen?: readonly string[];
  readonly valueClose: readonly string[];
  /** Blanks around a value that are layout: `'newline'` one line break at either end, `'all'`, or `'none'`. */
  readonly trim: 'none' | 'newline' | 'all';
  /** A value of which the schema says nothing: `'text'`, or what it reads as. Default: `'text'`, which streams. */
  readonly untyped?: 'text' | 'guess';
}

/** Arguments as an object with bare keys, its strings between two `quote`s: `{city:<|"|>Paris<|"|>,days:3}`. */
export interface LiteralBody {
  readonly codec: 'literal';
  readonly quote: string;
}

/** Arguments as `key=value` pairs, or as one JSON object. Quotes make strings; bare values are typed by the schema. */
export interface PairsBody {
  readonly codec: 'pairs';
}

/** Payload P: calls as Python writes them, in a list or one after the other. `[f(a=1, b='x'), g()]` */
export interface ExpressionPayload {
  readonly kind: 'expression';
}

/** Arguments in a syntax of their own, decoded when the call is closed; they do not stream. */
export interface OpaqueBody {
  readonly codec: 'opaque';
  /** Makes a JSON value of the text between the name and the closer; throws if it can't. */
  readonly decode: (text: string) => unknown;
}

/** Where a message goes. */
export type Route =
  | { readonly to: 'call'; readonly toolName: string }
  | { readonly to: 'text' | 'reasoning' };

/** Layer R: messages whose header says where their body goes. The call's markers are those of any message. */
export interface RoutedPayload {
  readonly kind: 'routed';
  /** What ends the header. */
  readonly bodyStart: readonly string[];
  /** Reads the header, opener included. */
  readonly route: (header: string) => Route;
}

/** Payload of elements: the opener is a tag with the tool's name, its parameters are elements in it. `<f><a>1</a></f>` */
export interface ElementsPayload {
  readonly kind: 'elements';
}

/** What stands inside a call: one of the families. */
export type Payload = EnvelopePayload | HeaderPayload | ElementsPayload | ExpressionPayload | RoutedPayload;

/** Text the model thinks in. Calls in it are rehearsed, not made. */
export interface Reasoning extends Markers {
  readonly close: readonly string[];
  /** A call's opener ends thinking that was not closed. Default: it is part of it. */
  readonly endsAtCall?: boolean;
}

/** A call as a format writes it. */
export interface WrittenCall {
  readonly toolName: string;
  /** The arguments, as a JSON value. */
  readonly input: unknown;
  /** The tool, where it is known: a format may write by its schema. */
  readonly tool?: Tool | undefined;
}

/** A result as a format writes it. */
export interface WrittenResult {
  readonly toolName: string;
  readonly result: unknown;
}

/** A wire format. */
export interface Format {
  readonly name: string;
  /** What stands around all calls, if anything does. Calls outside it are read as well. */
  readonly section?: Markers;
  /** What stands around a call. */
  readonly call: CallMarkers;
  readonly payload: Payload;
  /** What becomes of text after the first call. Default: `'text'`, it is shown. */
  readonly after?: 'text' | 'drop';
  /** Default: `<think>…</think>`. */
  readonly reasoning?: Reasoning;
  /** Literals that are no text and are dropped: end tokens that leak, wrappers around an answer. */
  readonly strays?: readonly string[];
  /** A call to a tool that is not declared: `'call'` hands it over for the SDK to report, `'text'` shows it. Default: `'call'`, as where no tool is declared. */
  readonly unknownTools?: 'call' | 'text';
  /** Writes a call as the model would. */
  writeCall(call: WrittenCall): string;
  /** Writes a tool's result as the model expects it. */
  writeResult(result: WrittenResult): string;
  /** Writes what went wrong in a tool. Default: a result `{"error": …}`. */
  writeError?(result: WrittenResult): string;
  /** Writes the list of tools for the prompt. Default: a JSON object a line. */
  writeTools?(tools: readonly Tool[]): string;
}
