// Qwen3-Coder, Qwen3.5, Nemotron 3, Step 3.5, MiMo-V2:
//
//   <tool_call>
//   <function=get_weather>
//   <parameter=city>
//   Paris
//   </parameter>
//   </function>
//   </tool_call>
import { header, paramsBody } from '../reader/families.ts';
import type { Format } from './format.ts';
import { jsonWithout, textWithout } from './values.ts';

/** Text as it is: the format has no escapes. In JSON there are some, so that no marker stands in it. */
const toText = (value: unknown) =>
  typeof value === 'string' ? value : jsonWithout(['</', '<parameter='], value);

/** Qwen3-Coder, Qwen3.5, Nemotron 3, MiMo-V2: `<function=f><parameter=a>1</parameter></function>` in a `<tool_call>`. */
export const qwen3Coder: Format<'qwen3-coder'> = {
  name: 'qwen3-coder',
  section: { open: ['<tool_call>'], close: ['</tool_call>'] },
  call: { open: ['<function='], close: ['</function>'] },
  payload: /* @__PURE__ */ header({
    nameEnd: ['>'],
    body: /* @__PURE__ */ paramsBody({
      keyOpen: ['<parameter='],
      keyEnd: ['>'],
      valueClose: ['</parameter>'],
      trim: 'newline',
      untyped: 'guess',
    }),
  }),
  reasoning: { open: ['<think>'], close: ['</think>'], endsAtCall: true },
  strays: ['<|im_end|>'],
  writeCall: ({ toolName, input }) => {
    const parameters = Object.entries(input ?? {}).map(
      ([key, value]) => `<parameter=${key}>\n${toText(value)}\n</parameter>\n`,
    );
    return `<tool_call>\n<function=${toolName}>\n${parameters.join('')}</function>\n</tool_call>`;
  },
  writeResult: ({ result }) =>
    `<tool_response>\n${textWithout(['</tool_response>'], result)}\n</tool_response>`,
};
