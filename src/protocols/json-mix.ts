// JSON in markers of the caller's choice.
import type { Format } from '../formats/format.ts';
import { jsonWithout } from '../formats/values.ts';
import { envelope } from '../reader/families.ts';

import { createProtocol, type FormatOptions } from './from-format.ts';
import type { ToolCallProtocol } from './protocol.ts';

/** The markers around calls and results. */
export interface JsonMixOptions extends FormatOptions {
  /** Default: `<tool_call>`. */
  toolCallStart?: string;
  /** Default: `</tool_call>`. */
  toolCallEnd?: string;
  /** Default: `<tool_response>`. */
  toolResponseStart?: string;
  /** Default: `</tool_response>`. */
  toolResponseEnd?: string;
}

/** Calls as `{"name", "arguments"}` between two markers, Hermes' by default. */
export function jsonMixProtocol(options: JsonMixOptions = {}): ToolCallProtocol {
  const {
    toolCallStart = '<tool_call>',
    toolCallEnd = '</tool_call>',
    toolResponseStart = '<tool_response>',
    toolResponseEnd = '</tool_response>',
    ...parserOptions
  } = options;
  const format: Format = {
    name: 'json-mix',
    call: { open: [toolCallStart.trim()], close: [toolCallEnd.trim()] },
    payload: envelope(),
    writeCall: ({ toolName, input }) =>
      `${toolCallStart}${JSON.stringify({ name: toolName, arguments: input })}${toolCallEnd}`,
    writeResult: ({ toolName, result }) =>
      `${toolResponseStart}${jsonWithout([toolResponseEnd.trim()], { toolName, result })}${toolResponseEnd}`,
  };
  return createProtocol(format, parserOptions);
}
