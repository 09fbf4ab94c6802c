// Runs a scripted model with tools through one of the SDKs, and keeps all that a user could see of it.
import { hermesToolMiddleware, type Part, type ToolMiddleware, withTools } from 'toolwire';
import { type Answer, createModel, type ScriptedModel } from './model.ts';
import { hosts, stopAfter } from './sdks.ts';

export type Host = (typeof hosts)[number];

/** The newest version of models that each SDK takes: what its own `wrapLanguageModel` is made for. */
export const newestHosts = hosts.filter(({ sdk }, index) => hosts[index + 1]?.sdk !== sdk);

/** A model, scripted or made of parts by hand. */
export type Script = readonly (string | Answer)[] | ScriptedModel;

export interface RunOptions {
  middleware?: ToolMiddleware;
  /** Wraps the model. Default: `withTools` and the middleware. */
  wrap?: (model: ScriptedModel, host: Host) => unknown;
  /** Most steps. Default: 3. */
  steps?: number;
  /** Stops reading behind this many parts. */
  readOnly?: number;
  /** Whatever else the SDK takes. */
  [option: string]: unknown;
}

/** What came of it. */
export interface Run {
  /** The SDK's own parts: of `fullStream`, or the content of all steps. */
  parts: Part[];
  /** Parts of the UI message stream. */
  chunks: Part[];
  /** Parts of the message that a UI shows in the end. */
  shown: Part[];
  /** Inputs that the tools were run with, and the names. */
  ran: [toolName: string, input: unknown][];
  /** What tools were told while their input streamed: `start`, deltas, `available`. */
  told: string[];
  /** What the stream said went wrong. */
  errors: unknown[];
  model: ScriptedModel;
  finishReason: unknown;
  // biome-ignore lint/suspicious/noExplicitAny: the SDKs' types differ
  result: any;
}

const schema = {
  type: 'object',
  properties: { city: { type: 'string' }, days: { type: 'integer' } },
  required: ['city'],
  additionalProperties: false,
};

/** `get_weather`, `ping` and `write`, which note that they were run. */
function toolsOf({ sdk }: Host, { ran, told }: Pick<Run, 'ran' | 'told'>): Record<string, unknown> {
  const noting = (name: string, inputSchema: object) => ({
    description: `The tool ${name}.`,
    inputSchema: sdk.jsonSchema(inputSchema, { validate: validatorOf(inputSchema) }),
    onInputStart: () => void told.push('start'),
    onInputDelta: ({ inputTextDelta }: { inputTextDelta: string }) => void told.push(inputTextDelta),
    onInputAvailable: () => void told.push('available'),
    execute: async (input: unknown) => {
      ran.push([name, input]);
      return `${name} is done`;
    },
  });
  const file = { type: 'object', properties: { path: { type: 'string' }, content: { type: 'string' } } };
  return {
    get_weather: noting('get_weather', schema),
    ping: noting('ping', { type: 'object', properties: {} }),
    write: noting('write', file),
  };
}

/** As far as the tests need it: all required keys are there. */
const validatorOf = (inputSchema: { required?: string[] }) => (value: unknown) =>
  (inputSchema.required ?? []).every((key) => Object.hasOwn(Object(value), key))
    ? { success: true, value }
    : { success: false, error: new Error('a key is missing') };

function prepare(host: Host, script: Script, options: RunOptions) {
  const { middleware = hermesToolMiddleware, wrap, steps = 3, readOnly, ...rest } = options;
  const model = 'doStream' in script ? script : createModel(host.spec, script);
  const run: Run = {
    parts: [],
    chunks: [],
    shown: [],
    ran: [],
    told: [],
    errors: [],
    model,
    finishReason: undefined,
    result: undefined,
  };
  const settings = {
    model: wrap ? wrap(model, host) : withTools(model, middleware),
    prompt: 'What is the weather?',
    tools: toolsOf(host, run),
    stopWhen: stopAfter(host.sdk, steps),
    maxRetries: 0,
    onError: ({ error }: { error: unknown }) => void run.errors.push(error),
    ...rest,
  };
  return { run, settings, readOnly };
}

/** `streamText`, read to its end as parts and as a UI message. */
export async function runStream(host: Host, script: Script, options: RunOptions = {}): Promise<Run> {
  const { run, settings, readOnly } = prepare(host, script, options);
  const { sdk } = host;
  const result = sdk.streamText(settings);
  run.result = result;
  // Promises that nobody awaits: a run may break off on purpose.
  const { finishReason } = result;
  const isOver = Promise.resolve(finishReason).then(
    (reason: unknown) => {
      run.finishReason = reason;
    },
    (error: unknown) => void run.errors.push(error),
  );
  for (const name of ['text', 'steps', 'usage', 'totalUsage', 'content', 'toolCalls'])
    Promise.resolve(result[name]).catch(() => {});
  if (readOnly !== undefined) {
    for await (const part of result.fullStream) if (run.parts.push(part) >= readOnly) break;
    return run;
  }
  const toShow = result.toUIMessageStream({ onError: String });
  let isBroken = false;
  const onError = (error: unknown) => {
    isBroken = true;
    run.errors.push(error);
  };
  await Promise.all([gather(result.fullStream, run.parts).catch(onError), show(sdk, toShow, run)]);
  // After an error of the stream, AI SDK 5 never settles its promises, with or without a middleware.
  if (!isBroken) await isOver;
  return run;
}

async function show(sdk: Host['sdk'], stream: ReadableStream<Part>, run: Run): Promise<void> {
  const [one, other] = stream.tee();
  const onError = (error: unknown) => void run.errors.push(error);
  const messages = sdk.readUIMessageStream({ stream: one, onError });
  const shown = (async () => {
    for await (const message of messages) run.shown = message.parts;
  })();
  await Promise.all([gather(other, run.chunks).catch(onError), shown.catch(onError)]);
}

async function gather(stream: ReadableStream<Part>, into: Part[]): Promise<void> {
  const reader = stream.getReader();
  for (let next = await reader.read(); !next.done; next = await reader.read()) into.push(next.value);
}

/** `generateText`. What it throws is thrown. */
export async function runGenerate(host: Host, script: Script, options: RunOptions = {}): Promise<Run> {
  const { run, settings } = prepare(host, script, options);
  const { onError: _, ...rest } = settings;
  const result = await host.sdk.generateText(rest);
  run.result = result;
  run.finishReason = result.finishReason;
  run.parts = result.steps.flatMap(({ content }: { content: Part[] }) => content);
  return run;
}

/** Both, for what must be the same. */
export const runners = [
  ['streamText', runStream],
  ['generateText', runGenerate],
] as const;

/** What the SDK would get of a stream: the wrapped model's own parts, and the error that it broke with. */
export async function readParts(
  model: ScriptedModel,
  { middleware = hermesToolMiddleware, ...params }: { middleware?: ToolMiddleware; [param: string]: unknown },
): Promise<{ parts: Part[]; error?: unknown }> {
  const parts: Part[] = [];
  const prompt = [{ role: 'user', content: [{ type: 'text', text: 'Hi.' }] }];
  const { stream } = await withTools(model, middleware).doStream({ prompt, tools: functionTools, ...params });
  try {
    await gather(stream, parts);
    return { parts };
  } catch (error) {
    return { parts, error };
  }
}

/** The tools as a model gets them from the SDK. */
export const functionTools = [
  { type: 'function', name: 'get_weather', description: 'The weather.', inputSchema: schema },
  { type: 'function', name: 'ping', inputSchema: { type: 'object', properties: {} } },
];

/** Parts of one type. */
export const ofType = (parts: readonly Part[], type: string) => parts.filter((part) => part.type === type);

/** All text of a run. */
export const textOf = (parts: readonly Part[]) =>
  parts.map((part) => (part.type === 'text-delta' || part.type === 'text' ? part.text : '')).join('');

/** Tool parts of a UI message that are still waiting for their input, or texts that never end. */
export const ghostsIn = ({ shown }: Run) =>
  shown.filter(({ state }) => state === 'input-streaming' || state === 'streaming');
