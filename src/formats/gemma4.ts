// Gemma 4. Keys are bare, strings stand between `<|"|>`:
//
//   <|tool_call>call:get_weather{city:<|"|>Paris<|"|>,days:3}<tool_call|>
import { header, literalBody } from '../reader/families.ts';
import type { Format } from './format.ts';

const quote = '<|"|>';

function write(value: unknown): string {
  if (typeof value === 'string') return quote + value + quote;
  if (Array.isArray(value)) return `[${value.map(write).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  return `{${Object.entries(value)
    .map(([key, item]) => `${/^[\w.-]+$/.test(key) ? key : write(key)}:${write(item)}`)
    .join(',')}}`;
}

/** Gemma 4: `<|tool_call>call:f{a:1,b:<|"|>x<|"|>}<tool_call|>`. */
export const gemma4: Format<'gemma4'> = {
  name: 'gemma4',
  call: { open: ['<|tool_call>call:'], close: ['<tool_call|>'] },
  payload: /* @__PURE__ */ header({ nameEnd: ['{'], body: /* @__PURE__ */ literalBody(quote) }),
  reasoning: { open: ['<|channel>thought\n'], close: ['<channel|>'], endsAtCall: true },
  strays: ['<channel|>', '<|tool_response>', '<turn|>', '<eos>'],
  writeCall: ({ toolName, input }) => `<|tool_call>call:${toolName}${write(input ?? {})}<tool_call|>`,
  writeResult: ({ toolName, result }) =>
    `<|tool_response>response:${toolName}${write({ result })}<tool_response|>`,
};
