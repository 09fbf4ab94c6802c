// The description of a wire format: data that one parser reads by, and how the same format is written. A format is
// one file of about 40 lines with a sample in its header; no format imports another.
import type { JsonSchema } from '../arguments/json-schema.ts';

/** A tool as a model may call it. */
export interface Tool {
  readonly name: string;
  readonly description?: string | undefined;
  readonly inputSchema?: JsonSchema | undefined;
}

/** Literals around something. */
export interface Markers {
  readonly open: readonly string[];
  /** Default: none, it ends with what it holds. The end of the text closes it too. */
  readonly close?: readonly string[];
}

/** Literals around a call. Where the openers are made of tools' names, a function gives those of one tool. */
export interface CallMarkers extends Omit<Markers, 'open'> {
  readonly open: readonly string[] | ((toolName: string) => readonly string[]);
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
  readonly body: JsonBody | ParamsBody | LiteralBody;
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

/** What stands inside a call: one of the families. */
export type Payload = EnvelopePayload | HeaderPayload;

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
  /** End tokens that leak into the text: dropped. */
  readonly strays?: readonly string[];
  /** A call to a tool that is not declared: `'call'` hands it over for the SDK to report, `'text'` shows it. Default: `'call'`. */
  readonly unknownTools?: 'call' | 'text';
  /** Writes a call as the model would. */
  writeCall(call: WrittenCall): string;
  /** Writes a tool's result as the model expects it. */
  writeResult(result: WrittenResult): string;
}
