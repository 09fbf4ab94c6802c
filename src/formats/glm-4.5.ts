// GLM-4.5, 4.6, 4.7 and 5:
//
//   <tool_call>get_weather
//   <arg_key>city</arg_key>
//   <arg_value>Paris</arg_value>
//   </tool_call>
import { header, paramsBody } from '../reader/families.ts';
import type { Format } from './format.ts';
import { jsonWithout, textWithout } from './values.ts';

/** Text as it is: the format has no escapes. In JSON there are some, so that no marker stands in it. */
const toText = (value: unknown) =>
  typeof value === 'string' ? value : jsonWithout(['</', '<arg_key>'], value);

/** GLM 4.5 to 5: `<tool_call>f<arg_key>a</arg_key><arg_value>1</arg_value></tool_call>`. */
export const glm45: Format<'glm-4.5'> = {
  name: 'glm-4.5',
  call: { open: ['<tool_call>'], close: ['</tool_call>'] },
  payload: /* @__PURE__ */ header({
    nameEnd: [],
    body: /* @__PURE__ */ paramsBody({
      keyOpen: ['<arg_key>'],
      keyEnd: ['</arg_key>'],
      valueOpen: ['<arg_value>'],
      valueClose: ['</arg_value>'],
      trim: 'none',
      untyped: 'guess',
    }),
  }),
  after: 'drop',
  strays: ['<|user|>', '<|observation|>', '<|endoftext|>'],
  writeCall: ({ toolName, input }) => {
    const parameters = Object.entries(input ?? {}).map(
      ([key, value]) => `<arg_key>${key}</arg_key>\n<arg_value>${toText(value)}</arg_value>\n`,
    );
    return `<tool_call>${toolName}\n${parameters.join('')}</tool_call>`;
  },
  writeResult: ({ result }) =>
    `<tool_response>\n${textWithout(['</tool_response>'], result)}\n</tool_response>`,
};
