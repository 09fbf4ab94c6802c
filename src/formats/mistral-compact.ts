// Mistral Small 3.2, Magistral, Devstral, Ministral 3, Mistral Large 3:
//
//   [TOOL_CALLS]get_weather[ARGS]{"city": "Paris", "days": 3}
import { header, jsonBody } from '../reader/families.ts';
import type { Format } from './format.ts';
import { textWithout } from './values.ts';

/** Mistral Small 3.2, Magistral, Devstral, Ministral 3: `[TOOL_CALLS]f[ARGS]{…}`. */
export const mistralCompact: Format<'mistral-compact'> = {
  name: 'mistral-compact',
  call: { open: ['[TOOL_CALLS]'] },
  payload: /* @__PURE__ */ header({
    nameEnd: ['[ARGS]', '{'],
    readName: (text) => (text.split('[CALL_ID]')[0] as string).trim(),
    body: /* @__PURE__ */ jsonBody(),
  }),
  after: 'drop',
  reasoning: { open: ['[THINK]', '<think>'], close: ['[/THINK]', '</think>'] },
  strays: ['</s>'],
  writeCall: ({ toolName, input }) => `[TOOL_CALLS]${toolName}[ARGS]${JSON.stringify(input)}`,
  writeResult: ({ result }) => `[TOOL_RESULTS]${textWithout(['[/TOOL_RESULTS]'], result)}[/TOOL_RESULTS]`,
};
