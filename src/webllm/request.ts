// What the AI SDK asks for, as a request of the engine, and what of it can't be had.
import type { Format } from '../formats/format.ts';
import { optionsOf, type State, toolsOf } from '../middleware/state.ts';
import type { EngineRequest } from './engine.ts';
import { type PromptMessage, writeMessages } from './messages.ts';
import { type SpecificationVersion, unsupported, type Warning } from './shapes.ts';
import { type StructuralTagOptions, structuralTagFor } from './structural-tag.ts';

/** What a model is called with: what versions 2 to 4 of the specification have in common. */
export interface CallOptions {
  prompt: readonly PromptMessage[];
  maxOutputTokens?: number | undefined;
  temperature?: number | undefined;
  topP?: number | undefined;
  topK?: number | undefined;
  stopSequences?: readonly string[] | undefined;
  presencePenalty?: number | undefined;
  frequencyPenalty?: number | undefined;
  seed?: number | undefined;
  reasoning?: string | undefined;
  responseFormat?: { type: string; schema?: unknown } | undefined;
  tools?: readonly unknown[] | undefined;
  includeRawChunks?: boolean | undefined;
  abortSignal?: AbortSignal | undefined;
  providerOptions?: Readonly<Record<string, Readonly<Record<string, unknown>>>> | undefined;
}

/** How calls are held to the tools' schemas. */
export interface Constraint extends Pick<StructuralTagOptions, 'thinking' | 'parallel'> {
  /** The format that the model writes calls in: that of the middleware. */
  format: Format;
}

/** What requests are made by. */
export interface RequestSettings {
  version: SpecificationVersion;
  modelId: string | undefined;
  constraint: Constraint | undefined;
}

/** The request, and what the caller is to be warned of. */
export function writeRequest<V extends SpecificationVersion>(
  options: CallOptions,
  settings: RequestSettings & { version: V },
): { request: EngineRequest; warnings: Warning<V>[] } {
  const { messages, notes } = writeMessages(options.prompt);
  const { response_format, note } = writeResponseFormat(options, settings.constraint);
  const asked = options.providerOptions?.webllm;
  const own = {
    model: settings.modelId,
    max_tokens: options.maxOutputTokens,
    temperature: options.temperature,
    top_p: options.topP,
    stop: options.stopSequences?.length ? [...options.stopSequences] : undefined,
    presence_penalty: options.presencePenalty,
    frequency_penalty: options.frequencyPenalty,
    seed: options.seed,
    response_format,
    extra_body:
      options.reasoning === 'none' ? { ...Object(asked?.extra_body), enable_thinking: false } : undefined,
  };
  const given = Object.entries(own).filter(([, value]) => value !== undefined);
  const warnings = [...notes, ...(note === undefined ? [] : [note])].map(
    (message): Warning<V> => ({ type: 'other', message }),
  );
  return {
    request: {
      ...asked,
      ...Object.fromEntries(given),
      messages,
      stream: true,
      stream_options: { include_usage: true },
    },
    warnings: [...warnings, ...refusalsOf(options, settings.version)],
  };
}

/** Settings that the engine has nothing for. */
function refusalsOf<V extends SpecificationVersion>(options: CallOptions, version: V): Warning<V>[] {
  const refusals: [setting: string, isGiven: boolean, details: string][] = [
    ['topK', options.topK !== undefined, 'WebLLM samples by temperature and topP.'],
    [
      'reasoning',
      !['none', 'provider-default', undefined].includes(options.reasoning),
      'WebLLM can switch thinking off (`none`), and has no efforts.',
    ],
    [
      'tools',
      options.tools !== undefined && options.tools.length > 0,
      'Tools go into the prompt: wrap the model, withTools(webllm(engine), hermesToolMiddleware).',
    ],
  ];
  return refusals
    .filter(([, isGiven]) => isGiven)
    .map(([setting, , details]) => unsupported(version, setting, details));
}

/** A call alone, as the middleware reads it where one was forced. */
const bareCall = {
  name: 'a call as JSON',
  call: { open: [], start: ['{'] },
  writeCall: ({ toolName, input }) => JSON.stringify({ name: toolName, arguments: input }),
} as Pick<Format, 'name' | 'call' | 'writeCall'> as Format;

/**
 * The format of the answer: calls of the tools that the middleware has put into the prompt, if they are to be held to
 * it, or if one is forced; or JSON by a schema.
 */
function writeResponseFormat(
  options: CallOptions,
  constraint: Constraint | undefined,
): { response_format?: object; note?: string } {
  const state = optionsOf(options);
  const tools = toolsOf(state) ?? [];
  const choice = choiceOf(state);
  const held =
    constraint ?? (choice === 'auto' ? undefined : { format: bareCall, thinking: 'none' as const });
  if (held && tools.length > 0) {
    const structural_tag = structuralTagFor(held.format, tools, { ...held, choice });
    if (structural_tag) return { response_format: { type: 'structural_tag', structural_tag } };
    const note = `Calls are not held to the tools' schemas: there is no grammar for the format ${held.format.name} where text is free.`;
    return { note };
  }
  const { responseFormat } = options;
  if (responseFormat?.type !== 'json') return {};
  // Without a schema the engine has none to make its grammar of.
  return { response_format: { type: 'json_object', schema: JSON.stringify(responseFormat.schema ?? {}) } };
}

function choiceOf({ toolChoice }: State): NonNullable<StructuralTagOptions['choice']> {
  if (toolChoice?.type === 'tool') return { toolName: toolChoice.toolName };
  return toolChoice?.type === 'required' ? 'required' : 'auto';
}
