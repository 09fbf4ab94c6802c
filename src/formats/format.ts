// The description of a wire format: data that one parser reads by, and how the same format is written. A format is
// one file of about 40 lines with a sample in its header; no format imports another.
import type { JsonSchema } from '../arguments/json-schema.ts';
import type { Payload } from '../reader/payload.ts';
import type { FormatMarkers } from './markers.ts';

/** A tool as a model may call it. */
export interface Tool {
  /** What the model calls it by. */
  readonly name: string;
  /** What it does, for the model. */
  readonly description?: string | undefined;
  /** What its arguments are. Default: anything. */
  readonly inputSchema?: JsonSchema | undefined;
  /** Arguments as they may be, to show to the model. */
  readonly inputExamples?: readonly { readonly input: unknown }[] | undefined;
}

/** A call as a format writes it. */
export interface WrittenCall {
  /** The tool that is called. */
  readonly toolName: string;
  /** The arguments, as a JSON value. */
  readonly input: unknown;
  /** The tool, where it is known: a format may write by its schema. */
  readonly tool?: Tool | undefined;
}

/** A result as a format writes it. */
export interface WrittenResult {
  /** The tool that was called. */
  readonly toolName: string;
  /** What it gave, as a JSON value. */
  readonly result: unknown;
}

/** A wire format. */
export interface Format<Name extends string = string> extends FormatMarkers {
  /** What it is called by. */
  readonly name: Name;
  /** What stands inside a call: one of the families, which brings its reader. */
  readonly payload: Payload;
  /** What becomes of text after the first call. Default: `'text'`, it is shown. */
  readonly after?: 'text' | 'drop';
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
