// gpt-oss (harmony). A message's header says to whom it goes, and in which channel:
//
//   <|channel|>analysis<|message|>I need the weather.<|end|>
//   <|start|>assistant<|channel|>commentary to=functions.get_weather <|constrain|>json<|message|>{"city": "Paris"}<|call|>
import { type Route, routed } from '../reader/families.ts';
import type { Format } from './format.ts';
import { jsonWithout } from './values.ts';

/** Fields of the header come in any order, and the channel may be named twice: the last one counts. */
function route(header: string): Route {
  const recipient = /\bto=((?:(?!<\|)\S)+)/.exec(header)?.[1] ?? 'assistant';
  const channel = header.match(/analysis|commentary|final/g)?.at(-1);
  if (recipient !== 'assistant') return { to: 'call', toolName: recipient.replace(/^functions\./, '') };
  return { to: channel === 'analysis' ? 'reasoning' : 'text' };
}

/** gpt-oss: `<|channel|>commentary to=functions.f<|message|>{…}<|call|>`. */
export const harmony: Format<'harmony'> = {
  name: 'harmony',
  call: {
    open: ['<|start|>', '<|channel|>'],
    start: [' to='], // the prompt may have opened the message
    close: ['<|call|>', '<|end|>', '<|return|>'],
  },
  payload: /* @__PURE__ */ routed({ bodyStart: ['<|message|>'], route }),
  after: 'drop', // words that leak between messages; messages themselves are shown
  writeCall: ({ toolName, input }) =>
    `<|start|>assistant<|channel|>commentary to=functions.${toolName} <|constrain|>json<|message|>${JSON.stringify(input)}<|call|>`,
  writeResult: ({ toolName, result }) =>
    `<|start|>functions.${toolName} to=assistant<|channel|>commentary<|message|>${jsonWithout(['<|'], result)}<|end|>`,
};
