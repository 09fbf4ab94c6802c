// A compact format for models that are told of it in the prompt: pairs, or JSON, in a tag. Tools are told one a line.
//
//   getWeather: location:string, units?:"metric"|"imperial" — Get the weather
//   <call>getWeather location="New York" units=metric</call>
//   <call>updateProfile id=7 profile.address.city=Paris profile.tags=["a","b"]</call>
//   <call>getWeather {"location":"New York"}</call>
import { header, pairsBody } from '../reader/families.ts';
import { writePairs } from '../wire/pairs.ts';
import { isCalledWithJson, planTool, rootOf, type WireSyntax } from '../wire/plan.ts';
import type { Format, Tool, WrittenCall, WrittenResult } from './format.ts';
import { textWithout } from './values.ts';

/** The compact format with options. */
export function createWire(options: WireSyntax = {}): Format<'wire'> {
  return {
    name: 'wire',
    call: { open: ['<call>'], close: ['</call>'] },
    payload: header({ nameEnd: [' ', '\n', '\t', '\r', '{'], body: pairsBody() }),
    // `<call>` is a tag that prose may hold as well: only with a tool's name it opens a call.
    unknownTools: 'text',
    writeCall: (call) => writeCall(call, options),
    writeResult: (result) => writeOutcome('tool-result', result),
    writeError: (result) => writeOutcome('tool-error', result),
    writeTools: (tools) => tools.map((tool) => writeTool(tool, options)).join('\n'),
  };
}

/** Any model, prompted: `<call>f a=1 b="x y"</call>`. */
export const wire: Format<'wire'> = /* @__PURE__ */ createWire();

/** The signature, and the tool's own examples under it. */
function writeTool(tool: Tool, options: WireSyntax): string {
  const examples = (tool.inputExamples ?? []).map(
    ({ input }) => `  ${writeCall({ toolName: tool.name, input, tool }, options)}`,
  );
  return [planTool(tool, options).signature, ...examples].join('\n');
}

function writeCall({ toolName, input, tool = { name: toolName } }: WrittenCall, options: WireSyntax): string {
  const value: unknown = JSON.parse(JSON.stringify(input) ?? '{}');
  const written =
    typeof value !== 'object' || value === null || Array.isArray(value) || isCalledWithJson(tool, options)
      ? JSON.stringify(value)
      : writePairs(value as Record<string, unknown>, rootOf(tool));
  return `<call>${toolName}${written && ' '}${written}</call>`;
}

function writeOutcome(tag: string, { toolName, result }: WrittenResult): string {
  return `<${tag} name="${toolName.replaceAll('"', '&quot;')}">${textWithout([`</${tag}`], result)}</${tag}>`;
}
