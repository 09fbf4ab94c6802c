// A middleware without an SDK: what a model is called with, and what comes of its answer.
import { hermesToolMiddleware, type Part, type Tool, type ToolMiddleware, withTools } from 'toolwire';
import { type Answer, createModel, type SpecVersion } from './model.ts';
import { toolsNamed } from './tools.ts';

export interface Message {
  role: string;
  content: string | Part[];
  providerOptions?: Record<string, object>;
}

/** What a model is called with. */
export interface Params {
  prompt: Message[];
  tools?: readonly (Tool & { type: string })[];
  toolChoice?: { type: string; toolName?: string };
  responseFormat?: Record<string, unknown>;
  // biome-ignore lint/suspicious/noExplicitAny: anything, by whom it is for
  providerOptions?: Record<string, any>;
}

export const text = (value: string, more: object = {}): Part => ({ type: 'text', text: value, ...more });
export const system = (content: string): Message => ({ role: 'system', content });
export const user = (...content: Part[]): Message => ({ role: 'user', content });
export const assistant = (...content: Part[]): Message => ({ role: 'assistant', content });
/** A message with the results of tools. */
export const results = (...content: Part[]): Message => ({ role: 'tool', content });

export const call = (input: unknown, toolName = 'get_weather'): Part => ({
  type: 'tool-call',
  toolCallId: '1',
  toolName,
  input,
});
export const result = (output: unknown, toolName = 'get_weather'): Part => ({
  type: 'tool-result',
  toolCallId: '1',
  toolName,
  output,
});

/** Tools of the cases as an SDK passes them on. */
export const functionTools = (...names: string[]) =>
  toolsNamed(names).map((tool) => ({ type: 'function', ...tool }));

/** A question, and two tools. */
export const question: Params = {
  prompt: [user(text('How is the weather?'))],
  tools: functionTools('get_weather', 'ping'),
};

/** What `transformParams` makes of a call. */
export const transform = (
  middleware: ToolMiddleware,
  params: Params,
  spec: SpecVersion = 'v3',
): Promise<Params> => middleware.transformParams({ type: 'generate', params, model: createModel(spec, []) });

/** The text of the leading system message. */
export const manualOf = ({ prompt }: Params) => prompt[0]?.content as string;

/** What came of an answer. */
export interface Reading {
  /** Text and calls in order: texts as they are, calls as `name input`. */
  lines: string[];
  /** The parts as they came. */
  parts: Part[];
  finishReason: unknown;
  warnings: unknown[];
  /** What the model was called with. */
  // biome-ignore lint/suspicious/noExplicitAny: as the SDKs type it
  params: any;
}

type Read = (
  middleware: ToolMiddleware,
  params: Params,
  answer: string | Answer,
  spec?: SpecVersion,
) => Promise<Reading>;

/** Reads an answer that comes whole. */
export const generate: Read = async (middleware, params, answer, spec = 'v3') => {
  const model = createModel(spec, [answer]);
  const { content, finishReason, warnings } = await withTools(model, middleware).doGenerate(params);
  return { lines: linesOf(content), parts: content, finishReason, warnings, params: model.calls[0] };
};

/** Reads one that streams. */
export const stream: Read = async (middleware, params, answer, spec = 'v3') => {
  const model = createModel(spec, [answer]);
  const { stream } = await withTools(model, middleware).doStream(params);
  const parts: Part[] = [];
  for await (const part of stream) parts.push(part);
  return {
    lines: linesOf(parts),
    parts,
    finishReason: parts.find(({ type }) => type === 'finish')?.finishReason,
    warnings: parts.find(({ type }) => type === 'stream-start')?.warnings as unknown[],
    params: model.calls[0],
  };
};

/** Both ways, for what must be the same. */
export const ways = [
  ['generate', generate],
  ['stream', stream],
] as const;

function linesOf(parts: readonly Part[]): string[] {
  const lines: string[] = [];
  let open = '';
  for (const part of parts) {
    if (part.type === 'text') lines.push(String(part.text));
    if (part.type === 'text-delta') open += part.delta;
    if (part.type === 'text-end') {
      lines.push(open);
      open = '';
    }
    if (part.type === 'tool-call') lines.push(`${part.toolName} ${part.input}`);
  }
  return lines;
}

/** What becomes of a conversation in a call without tools. */
export async function rewrite(
  prompt: Message[],
  middleware = hermesToolMiddleware,
  spec: 'v2' | 'v3' | 'v4' = 'v3',
) {
  const told: [message: string, metadata: unknown][] = [];
  const onError = (message: string, metadata: unknown) => void told.push([message, metadata]);
  const providerOptions = { toolCallMiddleware: { onError } };
  const params = await transform(middleware, { prompt, providerOptions }, spec);
  return { prompt: params.prompt, told };
}

/** A call as Hermes writes it. */
export const written = (input: unknown, name = 'get_weather') =>
  `<tool_call>\n${JSON.stringify({ name, arguments: input })}\n</tool_call>`;
/** A result as Hermes reads it. */
export const given = (content: unknown, name = 'get_weather') =>
  `<tool_response>\n${JSON.stringify({ name, content })}\n</tool_response>`;
