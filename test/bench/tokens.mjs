// How many tokens tools and calls take, counted with o200k_base:
//   npm run bench:tokens
//
//   tools  JSON definitions as providers are sent them, and the manual of `compactTools()`
//   calls  the JSON of a native call, and the same call in several formats; each is read back and must be the same
//
// The tables and a chart of the set in token-cases.mjs go to results/. Another set of the same form is counted as well
// where there is one beside the repository.
import { deepStrictEqual } from 'node:assert';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { getEncoding } from 'js-tiktoken';
import { compactTools, createProtocol, formats, wireProtocol } from 'toolwire';
import * as own from './token-cases.mjs';
import { drawChart, percent } from './token-chart.mjs';

const encoding = getEncoding('o200k_base');
const count = (text) => encoding.encode(text).length;
const sum = (list) => list.reduce((total, item) => total + item, 0);

/** Native JSON first: what the others are compared with. */
const protocols = {
  wire: wireProtocol(),
  'wire, JSON': wireProtocol({ syntax: 'json' }),
  hermes: createProtocol(formats.hermes),
  'morph-xml': createProtocol(formats.morphXml),
  pythonic: createProtocol(formats.pythonic),
};
const columns = ['native JSON', ...Object.keys(protocols)];

const nativeCall = ({ toolName, input }) =>
  JSON.stringify({ type: 'tool_use', id: 'toolu_01ABCDEFG', name: toolName, input });

const nativeTool = ({ name, description, inputSchema }) =>
  JSON.stringify({ type: 'function', function: { name, description, parameters: inputSchema } });

/** The tokens of a call in every column. */
function countCall(call, tools) {
  const counts = Object.values(protocols).map((protocol) => {
    const text = protocol.formatToolCall(call, tools);
    const parts = protocol.parseGeneratedText({ text, tools });
    deepStrictEqual(
      parts.map(({ toolName, input }) => ({ toolName, input: JSON.parse(input) })),
      [call],
      text,
    );
    return count(text);
  });
  return [count(nativeCall(call)), ...counts];
}

async function writeManual(tools) {
  const params = { prompt: [], tools: tools.map((tool) => ({ type: 'function', ...tool })) };
  const { prompt } = await compactTools().transformParams({ type: 'generate', params, model: {} });
  return prompt[0].content;
}

async function measure({ tools, cases }) {
  const manual = await writeManual(tools);
  const rows = cases.map(({ name, call }) => ({ name, counts: countCall(call, tools) }));
  const totals = columns.map((_, column) => sum(rows.map(({ counts }) => counts[column])));
  return {
    manual,
    definitions: sum(tools.map((tool) => count(nativeTool(tool)))),
    tokens: count(manual),
    rows,
    totals,
  };
}

const line = (cells) => `| ${cells.join(' | ')} |`;

function toMarkdown({ definitions, tokens, rows, totals }, tools) {
  const figures = (counts) => counts.map((figure) => String(figure));
  return [
    line([`${tools.length} tools`, 'native JSON', 'compactTools()', 'less']),
    line(['---', '--:', '--:', '--:']),
    line(['definitions', definitions, tokens, percent(tokens, definitions)]),
    '',
    line(['call', ...columns]),
    line(['---', ...columns.map(() => '--:')]),
    ...rows.map(({ name, counts }) => line([name, ...figures(counts)])),
    line([`**${rows.length} calls**`, ...totals.map((total) => `**${total}**`)]),
    line(['', '', ...totals.slice(1).map((total) => percent(total, totals[0]))]),
  ].join('\n');
}

const measured = await measure(own);
const markdown = toMarkdown(measured, own.tools);
console.log(`${markdown}\n`);

const results = new URL('./results/', import.meta.url);
mkdirSync(results, { recursive: true });
const head =
  '# Tokens of tools and calls\n\nBy `npm run bench:tokens`, counted with o200k_base; every call was read back and is the same.';
const manual = `## The manual\n\n\`\`\`\n${measured.manual}\n\`\`\``;
writeFileSync(new URL('tokens.md', results), `${head}\n\n${markdown}\n\n${manual}\n`);
const bars = columns.map((name, column) => ({ name, tokens: measured.totals[column] }));
const title = `Tokens of ${own.cases.length} tool calls (o200k_base)`;
writeFileSync(new URL('tokens.svg', results), drawChart(title, bars));

const other = new URL('../../../shared/corpus/wire-cases.json', import.meta.url);
if (existsSync(other)) {
  const set = JSON.parse(readFileSync(other, 'utf8'));
  console.log(toMarkdown(await measure(set), set.tools));
}
