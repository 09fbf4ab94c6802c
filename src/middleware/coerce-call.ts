// The input of a call after its tool's schema, for calls that the one argument writer has not written: those of
// protocols made by hand.
import { coerceValue } from '../arguments/coerce.ts';
import { shapeOf } from '../arguments/json-schema.ts';
import type { Tool } from '../formats/format.ts';
import { readInput } from '../protocols/input.ts';
import type { Part } from '../protocols/protocol.ts';

/** The part, with its input coerced if it is a call of one of the tools. */
export function coerceCall(part: Part, tools: readonly Tool[]): Part {
  if (part.type !== 'tool-call' || part.providerExecuted) return part;
  const tool = tools.find(({ name }) => name === part.toolName);
  const { value, isValid } = readInput(part.input);
  if (!tool?.inputSchema || !isValid) return part;
  return { ...part, input: JSON.stringify(coerceValue(value, shapeOf(tool.inputSchema))) };
}
