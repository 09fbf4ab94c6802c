// Hermes 2 Pro and 3, Qwen 2.5 and 3, QwQ, Granite 4 and many more:
//
//   <tool_call>
//   {"name": "get_weather", "arguments": {"city": "Paris", "days": 3}}
//   </tool_call>
import { envelope } from '../reader/families.ts';
import type { Format } from './format.ts';
import { jsonWithout } from './values.ts';

/** Hermes, Qwen 2.5 and 3, QwQ, Granite 4: `<tool_call>{"name": "f", "arguments": {…}}</tool_call>`. */
export const hermes: Format<'hermes'> = {
  name: 'hermes',
  call: { open: ['<tool_call>'], close: ['</tool_call>'] },
  payload: /* @__PURE__ */ envelope(),
  strays: ['<|im_end|>'],
  writeCall: ({ toolName, input }) =>
    `<tool_call>\n${JSON.stringify({ name: toolName, arguments: input })}\n</tool_call>`,
  writeResult: ({ toolName, result }) =>
    `<tool_response>\n${jsonWithout(['</tool_response>'], { name: toolName, content: result })}\n</tool_response>`,
};
