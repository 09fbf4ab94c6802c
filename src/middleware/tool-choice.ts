// A forced choice of tools: the model is asked for a JSON object `{"name", "arguments"}` by schema, and the answer is
// read as such. Where the host does not hold the model to the schema, the protocol reads the answer as ever.
import type { JsonSchema } from '../arguments/json-schema.ts';
import type { Format, Tool } from '../formats/format.ts';
import { envelope } from '../reader/families.ts';
import type { CallParams, SdkTool } from './sdk.ts';

/** A choice that asks for a call. */
export type ForcedChoice =
  | { readonly type: 'required' }
  | { readonly type: 'tool'; readonly toolName: string };

/** The choice, if it asks for a call. Throws if it names no tool that can be called this way. */
export function forcedChoiceOf({ toolChoice, tools = [] }: CallParams): ForcedChoice | undefined {
  if (toolChoice?.type === 'required') return { type: 'required' };
  if (toolChoice?.type !== 'tool') return undefined;
  const { toolName } = toolChoice;
  const tool = tools.find(({ name, id }) => name === toolName || id === toolName);
  if (tool?.type === 'function') return { type: 'tool', toolName };
  throw new TypeError(
    tool
      ? `toolChoice names "${toolName}", a tool that the provider runs: a middleware can't call it. Use a tool with an inputSchema, or the provider without the middleware.`
      : `toolChoice names "${toolName}", which is not among the tools: ${tools.map(({ name }) => `"${name}"`).join(', ') || 'there are none'}.`,
  );
}

/** The response format that holds a model to the choice. */
export function responseFormatOf(
  choice: ForcedChoice,
  tools: readonly SdkTool[],
): CallParams['responseFormat'] {
  if (choice.type === 'required') return { type: 'json', schema: createDynamicIfThenElseSchema(tools) };
  const tool = tools.find(({ name }) => name === choice.toolName) as SdkTool;
  const { name, description } = tool;
  return { type: 'json', schema: callSchema(tool), name, ...(description && { description }) };
}

/**
 * A schema for a call of exactly one of the tools: `{"name": …, "arguments": …}`, the arguments by the schema of the
 * tool that is named.
 */
export function createDynamicIfThenElseSchema(tools: readonly Tool[]): JsonSchema {
  if (tools.length === 1) return callSchema(tools[0] as Tool);
  const schema = {
    type: 'object',
    properties: {
      name: { type: 'string', enum: tools.map(({ name }) => name) },
      arguments: { type: 'object' },
    },
    required: ['name', 'arguments'],
  };
  return { ...schema, ...branchesOf(tools, '#') } as JsonSchema;
}

/** `if` it is the first tool, `then` its arguments, `else` the same for the rest. */
function branchesOf(tools: readonly Tool[], path: string): object {
  const [first, ...rest] = tools;
  if (!first) return {};
  return {
    if: { properties: { name: { const: first.name } }, required: ['name'] },
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    then: { properties: { arguments: embed(first.inputSchema ?? {}, `${path}/then/properties/arguments`) } },
    ...(rest.length > 0 && { else: branchesOf(rest, `${path}/else`) }),
  };
}

/** A schema for a call of one tool. */
function callSchema({ name, inputSchema }: Tool): JsonSchema {
  return {
    type: 'object',
    properties: { name: { const: name }, arguments: embed(inputSchema ?? {}, '#/properties/arguments') },
    required: ['name', 'arguments'],
    additionalProperties: false,
  } as JsonSchema;
}

/** A schema as part of another: its references point to where it stands now. */
function embed(schema: unknown, path: string): unknown {
  if (Array.isArray(schema)) return schema.map((item) => embed(item, path));
  if (typeof schema !== 'object' || schema === null) return schema;
  return Object.fromEntries(
    Object.entries(schema)
      // Not a property of that name, which is a schema.
      .filter(([key, value]) => typeof value !== 'string' || (key !== '$schema' && key !== '$id'))
      .map(([key, value]) => [
        key,
        // `#name` is an anchor, which is found wherever it stands.
        key === '$ref' && typeof value === 'string' ? value.replace(/^#(?=\/|$)/, path) : embed(value, path),
      ]),
  );
}

/** How a forced answer is read: JSON at its start, or in a fence. What is none of this is left for the protocol. */
export const forcedCall: Format = {
  name: 'forced-call',
  call: { open: ['```json', '```'], close: ['```'], start: ['{'] },
  payload: /* @__PURE__ */ envelope(),
  unknownTools: 'text',
  writeCall: ({ toolName, input }) => JSON.stringify({ name: toolName, arguments: input }),
  writeResult: ({ result }) => JSON.stringify(result),
};
