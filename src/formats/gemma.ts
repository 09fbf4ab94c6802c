// Gemma, prompted: JSON in a fence with a name of its own.
//
//   ```tool_call
//   {"name": "get_weather", "arguments": {"city": "Paris", "days": 3}}
//   ```
import { envelope } from '../reader/families.ts';
import type { Format } from './format.ts';
import { jsonWithout } from './values.ts';

/** Gemma, prompted: JSON in a fence marked `tool_call`. */
export const gemma: Format<'gemma'> = {
  name: 'gemma',
  call: { open: ['```tool_call'], close: ['```'] },
  payload: /* @__PURE__ */ envelope(),
  strays: ['<end_of_turn>'],
  writeCall: ({ toolName, input }) =>
    `\`\`\`tool_call\n${JSON.stringify({ name: toolName, arguments: input })}\n\`\`\``,
  writeResult: ({ toolName, result }) =>
    `\`\`\`tool_response\n${jsonWithout(['```'], { name: toolName, content: result })}\n\`\`\``,
};
