// What `transformParams` leaves for the two wrappers, and for a model that holds itself to the tools, in
// `providerOptions.toolCallMiddleware`, beside what the caller has put there. Internal, and plain JSON: it survives
// whatever stands between.
import type { Tool } from '../formats/format.ts';
import type { CallParams, ProviderOptions, ToolCallMiddlewareOptions, ToolChoice } from './sdk.ts';

const KEY = 'toolCallMiddleware';

/** The internal part. Without `originalTools` there is nothing to read. */
export interface State {
  /** The tools in the prompt; a schema is JSON text. */
  originalTools?: readonly { name: string; inputSchema: string }[];
  /** Their names. */
  toolNames?: readonly string[];
  /** The choice that is being forced. */
  toolChoice?: ToolChoice;
  /** What the answer is to warn of. */
  warnings?: readonly unknown[];
}

/** What the caller set, and what was left for the wrappers. */
export function optionsOf(params: Pick<CallParams, 'providerOptions'>): ToolCallMiddlewareOptions & State {
  return params.providerOptions?.[KEY] ?? {};
}

/** Provider options that hold the state as well. */
export function withState(params: CallParams, state: State): ProviderOptions {
  return { ...params.providerOptions, [KEY]: { ...optionsOf(params), ...state } };
}

/** What a state keeps of a list of tools. */
export function keepTools(tools: readonly Tool[]): State {
  return {
    originalTools: tools.map(({ name, inputSchema }) => ({
      name,
      inputSchema: JSON.stringify(inputSchema ?? {}),
    })),
    toolNames: tools.map(({ name }) => name),
  };
}

/** The tools that an answer is to be read for, if it is. */
export function toolsOf({ originalTools }: State): Tool[] | undefined {
  return originalTools?.map(({ name, inputSchema }) => ({ name, inputSchema: JSON.parse(inputSchema) }));
}
