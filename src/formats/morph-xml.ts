// Morph XML: one element per call, its tag is the tool's name, its parameters are the elements in it.
//
//   <get_weather>
//     <city>Paris</city>
//     <days>3</days>
//   </get_weather>
//
// Lists are `<item>`s or repeated tags. Text is CDATA where tags in it, or its own line breaks, would be misread.
import { elements } from '../reader/families.ts';
import type { Format } from './format.ts';

/** Any model, prompted: `<f><a>1</a></f>`. */
export const morphXml: Format<'morph-xml'> = {
  name: 'morph-xml',
  call: {
    // With what must follow the name: `<get_weather_v2>` is another tag.
    open: (toolName) => ['>', '/', ' ', '\n', '\r', '\t'].map((unit) => `<${toolName}${unit}`),
    close: (toolName) => [`</${toolName}>`],
  },
  payload: /* @__PURE__ */ elements(),
  writeCall: ({ toolName, input }) => {
    const parameters = childrenOf(input);
    if (parameters?.length === 0) return `<${toolName}/>`;
    // No text stands beside parameters, so neither does CDATA: JSON in their place has no `<`.
    const json = JSON.stringify(input)?.replaceAll('<', '\\u003c');
    return parameters ? writeElement(toolName, input, '') : `<${toolName}>${json}</${toolName}>`;
  },
  writeResult: ({ toolName, result }) => {
    const parts = [writeElement('tool_name', toolName, '  '), writeElement('result', result, '  ')];
    return `<tool_response>\n${parts.join('\n')}\n</tool_response>`;
  },
};

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** What a name may be made of; an object with other keys is written as JSON. */
const isTagName = (key: string) => /^[\w.:$@[\]\xa1-\uffff-]+$/.test(key);

function writeElement(name: string, value: unknown, indent: string): string {
  return `${indent}<${name}>${writeContent(value, indent)}</${name}>`;
}

/** What stands between an element's tags. */
function writeContent(value: unknown, indent: string): string {
  const children = childrenOf(value);
  if (children === undefined)
    return writeText(typeof value === 'string' ? value : (JSON.stringify(value) ?? ''));
  const lines = children.map(([name, child]) => `${writeElement(name, child, `${indent}  `)}\n`);
  return lines.length === 0 ? '' : `\n${lines.join('')}${indent}`;
}

/** The elements in a value, if it can be written as such. */
function childrenOf(value: unknown): [name: string, value: unknown][] | undefined {
  if (Array.isArray(value)) return value.map((item) => ['item', item]);
  if (!isRecord(value)) return undefined;
  const entries = Object.entries(value).filter(([, child]) => child !== undefined);
  return entries.every(([key]) => isTagName(key)) ? entries : undefined;
}

function writeText(text: string): string {
  if (/<|^[ \t]*\r?\n|\r?\n[ \t]*$/.test(text))
    return `<![CDATA[${text.replaceAll(']]>', ']]]]><![CDATA[>')}]]>`;
  return text.replaceAll('&', '&amp;');
}
