// WebLLM's engine as a language model of the AI SDK: text in, text out. It passes no tools to the engine, which takes them
// for five models only; toolwire's middleware tells any model its tools, and grammars can hold it to them.
import type { Format } from '../formats/format.ts';
import { checkChoice, describe } from '../wrong-use.ts';
import { Answer, AnswerSource } from './answer.ts';
import type { WebLLMEngine } from './engine.ts';
import { EngineRun } from './engine-run.ts';
import { type CallOptions, type Constraint, type RequestSettings, writeRequest } from './request.ts';
import type { GenerateResult, SpecificationVersion, StreamPart } from './shapes.ts';

/** Options of `webllm`. */
export interface WebLLMOptions<V extends SpecificationVersion = SpecificationVersion> {
  /** The id that the model was loaded by. Needed if the engine has several. Default: the one that is loaded. */
  modelId?: string | undefined;
  /**
   * The specification that answers are written by: AI SDK 5 takes `'v2'`, 6 takes `'v3'` and 7 takes `'v3'` and `'v4'`.
   * AI SDK 6 and 7 take `'v2'` as well, with a warning on the console. Default: `'v3'`.
   */
  specificationVersion?: V | undefined;
  /**
   * Holds calls to the schemas of the tools, by a grammar: the format that the middleware has the model write in, such
   * as `formats.hermes`. Needs WebLLM 0.2.81 or newer. Default: nothing is held but a call that is forced by `toolChoice`.
   */
  constrain?: Format | Constraint | undefined;
}

/** A model for `generateText`, `streamText` and `withTools`. */
export interface WebLLMModel<V extends SpecificationVersion> {
  /** The version of the specification that it keeps to. */
  readonly specificationVersion: V;
  /** `webllm`. */
  readonly provider: string;
  /** The id that it was loaded by, if it was given; else `webllm`. */
  readonly modelId: string;
  /** Addresses of files that the engine fetches by itself. */
  readonly supportedUrls: Record<string, RegExp[]>;
  /** An answer as a whole. */
  doGenerate(options: CallOptions): Promise<GenerateResult<V>>;
  /** An answer as it is written. */
  doStream(
    options: CallOptions,
  ): Promise<{ stream: ReadableStream<StreamPart<V>>; request: { body: unknown } }>;
}

/**
 * A model of the AI SDK that runs in the browser. An engine gives one answer at a time: calls wait for each other. An
 * abort, or a stream that is cancelled, stops the engine; one that is left unread keeps it from all others.
 *
 * @example
 * import { CreateMLCEngine } from '@mlc-ai/web-llm';
 * import { formats, hermesToolMiddleware, withTools } from 'toolwire';
 * import { webllm } from 'toolwire/webllm';
 *
 * const engine = await CreateMLCEngine('Qwen2.5-1.5B-Instruct-q4f16_1-MLC');
 * const model = withTools(webllm(engine, { constrain: formats.hermes }), hermesToolMiddleware);
 * const { textStream } = streamText({ model, tools, prompt: 'What is the weather in Paris?' });
 */
export function webllm<V extends SpecificationVersion = 'v3'>(
  engine: WebLLMEngine,
  options: WebLLMOptions<V> = {},
): WebLLMModel<NoInfer<V>> {
  if (typeof engine?.chat?.completions?.create !== 'function')
    throw new TypeError('webllm() takes an engine of WebLLM: webllm(await CreateMLCEngine(modelId)).');
  const { modelId, constrain } = options;
  if (constrain && typeof constrain !== 'object')
    throw new TypeError(`"constrain" must be a format, such as formats.hermes, got ${describe(constrain)}.`);
  checkChoice('specificationVersion', options.specificationVersion, ['v2', 'v3', 'v4']);
  const version = (options.specificationVersion ?? 'v3') as V;
  const constraint = constrain && 'format' in constrain ? constrain : constrain && { format: constrain };
  const settings: RequestSettings & { version: V } = { version, modelId, constraint };
  const start = async (call: CallOptions) => {
    const { request, warnings } = writeRequest(call, settings);
    const run = await EngineRun.start(engine, request, call.abortSignal);
    return { run, warnings, request: { body: request } };
  };
  return {
    specificationVersion: version,
    provider: 'webllm',
    modelId: modelId ?? 'webllm',
    supportedUrls: { 'image/*': [/^https?:/, /^data:image\//] },
    async doGenerate(call) {
      const { run, warnings, request } = await start(call);
      const answer = new Answer(version);
      for (let chunk = await run.next(); chunk; chunk = await run.next()) answer.feed(chunk);
      const { text, metadata } = answer;
      const content = text === '' ? [] : [{ type: 'text' as const, text }];
      return { content, ...answer.finish(), warnings, request, response: metadata };
    },
    async doStream(call) {
      const { run, warnings, request } = await start(call);
      const isRaw = call.includeRawChunks === true;
      const source = new AnswerSource(run, new Answer(version), { warnings, isRaw });
      // Nothing is asked of the engine before somebody reads.
      return { stream: new ReadableStream<StreamPart<V>>(source, { highWaterMark: 0 }), request };
    },
  };
}
