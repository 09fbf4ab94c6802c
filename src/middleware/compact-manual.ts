// The manual of the compact format: how to call, in the fewest words that work, with samples of the user's own tools;
// then a line per tool. It depends on the tools alone, so prompt caches hold.
import { isRecord, type Json } from '../arguments/shape.ts';
import type { Tool } from '../formats/format.ts';
import type { ToolCallProtocol } from '../protocols/protocol.ts';
import { writeValue } from '../wire/pairs.ts';
import {
  type Expanded,
  expandFields,
  isCalledWithJson,
  isPath,
  rootOf,
  type WireSyntax,
} from '../wire/plan.ts';
import { ANY_KEY, branchesOf, typesOf } from '../wire/schema.ts';
import { sampleInput } from './sample-input.ts';

/** What the manual shows. */
interface Samples {
  /** A whole call. */
  readonly call: string;
  /** A pair whose value is a list. */
  readonly list?: string | undefined;
  /** A pair whose key is a path. */
  readonly path?: string | undefined;
  /** A call with JSON, where other tools are called with pairs. */
  readonly json?: string | undefined;
}

/** The manual for these tools, whose signatures are `list`; `header` stands in for its rules. */
export function writeManual(
  tools: readonly Tool[],
  { protocol, header, ...syntax }: WireSyntax & { protocol: ToolCallProtocol; header?: string | undefined },
): string {
  const toolSystemPromptTemplate = (list: string) =>
    `${header ?? writeRules(samplesOf(tools, protocol, syntax))}\n\n${list}`;
  return protocol.formatTools({ tools, toolSystemPromptTemplate });
}

/** The manual where only the signatures and a call are known. */
export const wirePrompt = (list: string, call: string) => {
  const samples = { call, list: 'ids=[1,2]', path: 'user.name=Ann', json: '<call>tool {"key":1}</call>' };
  return `${writeRules(samples)}\n\n${list}`;
};

function writeRules({ call, list, path, json }: Samples): string {
  const isPairs = !/^<call>\S+ ?\{/.test(call);
  const lines = [
    isPairs &&
      '- Put double quotes around text with spaces, quotes or <; escape as in JSON, line breaks may stay.',
    list && `- Arrays are JSON: ${list}`,
    path && `- Nested keys are dotted: ${path}`,
    json && `- Tools listed with {} take JSON: ${json}`,
    '- Arguments marked ? are optional.',
    '- You may write text before calls, and several calls in a row. Then stop: results come as <tool-result name="…">; on <tool-error name="…">, correct the call and retry.',
  ];
  return `# Tools
To call a tool, write its name and arguments in a tag, for example:
${call}
${lines.filter(Boolean).join('\n')}`;
}

function samplesOf(tools: readonly Tool[], protocol: ToolCallProtocol, syntax: WireSyntax): Samples {
  const write = (tool: Tool) =>
    protocol.formatToolCall({ toolName: tool.name, input: sampleInput(tool) }, tools);
  const pairTools = tools.filter((tool) => !isCalledWithJson(tool, syntax));
  const jsonTool = tools.find((tool) => isCalledWithJson(tool, syntax));
  const fields = pairTools.flatMap((tool) => expandFields(rootOf(tool)).map((field) => ({ ...field, tool })));
  const isTold = ({ field }: Expanded) => !field.key.includes(ANY_KEY);
  const list = fields.find((field) => isTold(field) && isList(field, rootOf(field.tool)));
  const path = fields.find((field) => isTold(field) && isPath(field.field.key));
  // The first one that has arguments, best without paths: it shows how a call looks, not all it may hold.
  const withFields = fields.find(({ field }) => !isPath(field.key))?.tool ?? fields[0]?.tool;
  const shown = withFields ?? pairTools[0] ?? (tools[0] as Tool);
  return {
    call: write(shown),
    list: list && writePair(list, rootOf(list.tool)),
    path: path && writePair(path, rootOf(path.tool)),
    json: jsonTool && jsonTool !== shown ? write(jsonTool) : undefined,
  };
}

function isList({ field }: Expanded, root: Json): boolean {
  return branchesOf(field.schema, root).some((branch) => typesOf(branch)[0] === 'array');
}

function writePair({ field }: Expanded, root: Json): string {
  const branches = branchesOf(field.schema, root);
  const schema = branches.find((branch) => typesOf(branch)[0] === 'array') ?? branches[0] ?? {};
  const key = isPath(field.key) ? field.key.replaceAll('?', '') : field.key;
  const name = (key.split('.').at(-1) as string).replaceAll('"', '');
  const properties = { [name]: schema };
  const sample = sampleInput({ name, inputSchema: { type: 'object', properties, required: [name] } });
  return `${key}=${writeValue(isRecord(sample) ? sample[name] : sample)}`;
}
