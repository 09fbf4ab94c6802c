// Protocols by the name of their format.
import * as formats from '../formats/index.ts';
import { describe } from '../wrong-use.ts';
import { createProtocol, type FormatOptions } from './from-format.ts';
import type { ToolCallProtocol } from './protocol.ts';

/** The names of the built-in formats. */
export type FormatName = (typeof formats)[keyof typeof formats]['name'];

/** The protocol of a built-in format, such as `'hermes'` or `'qwen3-coder'`. */
export function protocolFor(name: FormatName | (string & {}), options?: FormatOptions): ToolCallProtocol {
  const list = Object.values(formats);
  const format = list.find((candidate) => candidate.name === name);
  if (format) return createProtocol(format, options);
  const names = list.map((candidate) => JSON.stringify(candidate.name)).join(', ');
  throw new TypeError(`There is no format ${describe(name)}. Formats: ${names}.`);
}
