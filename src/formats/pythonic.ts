// Llama 3.2 (1B, 3B), ToolACE, Gemma 3, and any model that is asked for it: a list of calls as Python writes them, with
// no marker at all.
//
//   [get_weather(city="Paris", days=3), get_time(tz="UTC")]
//
// Only declared tools are called; all else in brackets is text. Where the answer starts with a call, its `[` may lack.
import { expression } from '../reader/families.ts';
import type { Format } from './format.ts';

/** Llama 3.2, ToolACE, Gemma 3: `[f(a=1, b="x")]`. */
export const pythonic: Format<'pythonic'> = {
  name: 'pythonic',
  call: { open: ['['], start: (name) => [`${name}(`, `${name.replaceAll('_', '\\_')}(`] },
  payload: /* @__PURE__ */ expression(),
  strays: [
    '<|python_start|>',
    '<|python_end|>',
    '<|eot_id|>',
    '<|eom_id|>',
    '<|start_header_id|>assistant<|end_header_id|>',
    '<|start_header_id|>',
    '<|end_header_id|>',
  ],
  unknownTools: 'text',
  writeCall: ({ toolName, input }) => `[${toolName}(${writeArguments(input)})]`,
  writeResult: ({ toolName, result }) => JSON.stringify([{ name: toolName, results: result }]),
};

/** Arguments by keyword; those whose keys can't be keywords as one dict. */
function writeArguments(input: unknown): string {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return writeValue(input);
  const entries = Object.entries(input);
  if (!entries.every(([key]) => /^[\p{L}_][\p{L}\p{N}_]*$/u.test(key))) return `**${writeValue(input)}`;
  return entries.map(([key, value]) => `${key}=${writeValue(value)}`).join(', ');
}

const constants = new Map<unknown, string>([
  [true, 'True'],
  [false, 'False'],
  [null, 'None'],
  [undefined, 'None'],
]);

/** A Python literal. Strings and numbers are spelled as in JSON. */
function writeValue(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(writeValue).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return constants.get(value) ?? JSON.stringify(value);
  const entries = Object.entries(value).map(([key, item]) => `${JSON.stringify(key)}: ${writeValue(item)}`);
  return `{${entries.join(', ')}}`;
}
