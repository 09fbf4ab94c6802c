// Kimi K2, K2 Thinking, K2.5. The id `functions.name:index` stands for the name:
//
//   <|tool_calls_section_begin|><|tool_call_begin|>functions.get_weather:0<|tool_call_argument_begin|>{"city": "Paris"}
//   <|tool_call_end|><|tool_calls_section_end|>
import { header, jsonBody } from '../reader/families.ts';
import type { Format } from './format.ts';
import { textWithout } from './values.ts';

/** Kimi K2: `<|tool_call_begin|>functions.f:0<|tool_call_argument_begin|>{…}<|tool_call_end|>`. */
export const kimiK2: Format<'kimi-k2'> = {
  name: 'kimi-k2',
  section: {
    open: ['<|tool_calls_section_begin|>', '<|tool_call_section_begin|>'],
    close: ['<|tool_calls_section_end|>', '<|tool_call_section_end|>'],
  },
  call: { open: ['<|tool_call_begin|>'], close: ['<|tool_call_end|>'] },
  payload: /* @__PURE__ */ header({
    nameEnd: ['<|tool_call_argument_begin|>'],
    readName: (text) => /^(?:functions\.)?([\p{L}\p{N}_.:/-]+?)(?::\d+)?$/u.exec(text.trim())?.[1] ?? '',
    body: /* @__PURE__ */ jsonBody(),
  }),
  after: 'drop',
  reasoning: { open: ['<think>'], close: ['</think>'], endsAtCall: true },
  strays: ['<|im_end|>'],
  writeCall: ({ toolName, input }) =>
    `<|tool_calls_section_begin|><|tool_call_begin|>functions.${toolName}:0<|tool_call_argument_begin|>${JSON.stringify(input)}<|tool_call_end|><|tool_calls_section_end|>`,
  writeResult: ({ toolName, result }) =>
    `## Return of functions.${toolName}:0\n${textWithout(['<|'], result)}`,
};
