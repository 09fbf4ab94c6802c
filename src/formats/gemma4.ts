// Gemma 4. Keys are bare, strings stand between `<|"|>`:
//
//   <|tool_call>call:get_weather{city:<|"|>Paris<|"|>,days:3}<tool_call|>
import { header, literalBody } from '../reader/families.ts';
import type { Format } from './format.ts';
import { textWithout } from './values.ts';

const quote = '<|"|>';

/** A value, in whose strings none of these literals stands. The format has no escapes: a string that has to is JSON. */
function write(value: unknown, literals: readonly string[] = []): string {
  const writeItem = (item: unknown) => write(item, literals);
  if (typeof value === 'string') return quote + textWithout(literals, value) + quote;
  if (Array.isArray(value)) return `[${value.map(writeItem).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  return `{${Object.entries(value)
    .map(([key, item]) => `${/^[\w.-]+$/.test(key) ? key : writeItem(key)}:${writeItem(item)}`)
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
    `<|tool_response>response:${toolName}${write({ result }, ['<|', '|>'])}<tool_response|>`,
};
