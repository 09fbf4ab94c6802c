// DeepSeek V3-0324, R1-0528 and the R1 distills:
//
//   <｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>get_weather
//   ```json
//   {"city": "Paris"}
//   ```<｜tool▁call▁end｜><｜tool▁calls▁end｜>
import { header, jsonBody } from '../reader/families.ts';
import type { Format } from './format.ts';
import { textWithout } from './values.ts';

/** DeepSeek V3 and R1: a JSON fence behind `function<｜tool▁sep｜>f`, between `<｜tool▁call▁begin｜>` and `<｜tool▁call▁end｜>`. */
export const deepseekV3: Format<'deepseek-v3'> = {
  name: 'deepseek-v3',
  section: { open: ['<｜tool▁calls▁begin｜>'], close: ['<｜tool▁calls▁end｜>'] },
  call: {
    open: ['<｜tool▁call▁begin｜>function<｜tool▁sep｜>', '<｜tool▁call▁begin｜>'],
    close: ['<｜tool▁call▁end｜>'],
  },
  payload: /* @__PURE__ */ header({
    nameEnd: ['\n```json', '```json', '\n'],
    readName: (text) => (text.includes('｜') ? '' : text.trim()), // a type other than `function`
    body: /* @__PURE__ */ jsonBody(),
  }),
  after: 'drop',
  strays: ['<｜end▁of▁sentence｜>'],
  writeCall: ({ toolName, input }) =>
    `<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>${toolName}\n\`\`\`json\n${JSON.stringify(input)}\n\`\`\`<｜tool▁call▁end｜><｜tool▁calls▁end｜>`,
  writeResult: ({ result }) =>
    `<｜tool▁outputs▁begin｜><｜tool▁output▁begin｜>${textWithout(['<｜'], result)}<｜tool▁output▁end｜><｜tool▁outputs▁end｜>`,
};
