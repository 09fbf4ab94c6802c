// Llama 3.1, 3.2, 3.3 and 4 (JSON template). Bare, at the start of the answer or behind a mark:
//
//   {"name": "get_weather", "parameters": {"city": "Paris", "days": 3}}
import { envelope } from '../reader/families.ts';
import type { Format } from './format.ts';

/** Llama 3.1 to 4: `{"name": "f", "parameters": {…}}` at the start of the answer. */
export const llama3Json: Format<'llama3-json'> = {
  name: 'llama3-json',
  call: { open: ['<|python_tag|>'], start: ['{'], separators: [';', ','] },
  payload: /* @__PURE__ */ envelope({ argumentKeys: ['parameters', 'arguments'] }),
  unknownTools: 'text',
  strays: ['<|eot_id|>', '<|eom_id|>'],
  writeCall: ({ toolName, input }) => JSON.stringify({ name: toolName, parameters: input }),
  writeResult: ({ result }) => JSON.stringify({ output: result }),
};
