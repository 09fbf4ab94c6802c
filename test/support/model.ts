// A scripted model of any specification version: each call gives the next of its answers, cut into deltas.
import type { Part } from 'toolwire';

export type SpecVersion = 'v2' | 'v3' | 'v4';

/** An answer: text, or the stream's parts between `stream-start` and `finish`. */
export interface Answer {
  text?: string;
  /** Instead of the text. `Error`s are thrown where they stand. */
  parts?: (Part | Error)[];
  /** Units of a delta. Default: 4. */
  cut?: number;
  /** Default: `'stop'`. `null`: the stream ends without a finish part. */
  finishReason?: string | null;
}

export interface ScriptedModel {
  specificationVersion: SpecVersion;
  provider: string;
  modelId: string;
  supportedUrls: Record<string, RegExp[]>;
  // biome-ignore lint/suspicious/noExplicitAny: as the SDKs type it
  doGenerate(options: any): Promise<any>;
  // biome-ignore lint/suspicious/noExplicitAny: as the SDKs type it
  doStream(options: any): Promise<any>;
  /** What it was called with. */
  // biome-ignore lint/suspicious/noExplicitAny: as the SDKs type it
  readonly calls: any[];
  /** Why streams were cancelled. */
  readonly cancels: unknown[];
}

/** Tokens of every answer: 10 in, 20 out. */
const usageOf = (spec: SpecVersion) =>
  spec === 'v2'
    ? { inputTokens: 10, outputTokens: 20, totalTokens: 30 }
    : {
        inputTokens: { total: 10, noCache: 10, cacheRead: undefined, cacheWrite: undefined },
        outputTokens: { total: 20, text: 20, reasoning: undefined },
      };

const reasonOf = (spec: SpecVersion, reason: string) =>
  spec === 'v2' ? reason : { unified: reason, raw: reason };

/** Creates a model that gives these answers, one per call. */
export function createModel(spec: SpecVersion, answers: readonly (string | Answer)[]): ScriptedModel {
  let count = 0;
  const next = (): Answer => {
    const answer = answers[count++];
    if (answer === undefined) throw new Error(`The script has ${answers.length} answers, and no more.`);
    return typeof answer === 'string' ? { text: answer } : answer;
  };
  const calls: unknown[] = [];
  const cancels: unknown[] = [];
  return {
    specificationVersion: spec,
    provider: 'scripted',
    modelId: 'model',
    supportedUrls: {},
    calls,
    cancels,
    async doGenerate(options) {
      calls.push(options);
      const answer = next();
      const parts = answer.parts?.filter((part): part is Part => !(part instanceof Error));
      return {
        content: parts ?? [{ type: 'text', text: answer.text }],
        finishReason: reasonOf(spec, answer.finishReason ?? 'stop'),
        usage: usageOf(spec),
        warnings: [],
      };
    },
    async doStream(options) {
      calls.push(options);
      const parts = streamPartsOf(next(), spec);
      return {
        stream: new ReadableStream({
          pull(controller) {
            const part = parts.shift();
            if (part instanceof Error) controller.error(part);
            else if (part) controller.enqueue(part);
            else controller.close();
          },
          cancel(reason) {
            cancels.push(reason);
          },
        }),
      };
    },
  };
}

function streamPartsOf(answer: Answer, spec: SpecVersion): (Part | Error)[] {
  const { text = '', cut = 4, finishReason = 'stop' } = answer;
  const deltas: Part[] = [];
  for (let start = 0; start < text.length; start += cut)
    deltas.push({ type: 'text-delta', id: '1', delta: text.slice(start, start + cut) });
  const written = [{ type: 'text-start', id: '1' }, ...deltas, { type: 'text-end', id: '1' }];
  const end = { type: 'finish', finishReason: reasonOf(spec, finishReason ?? ''), usage: usageOf(spec) };
  return [
    { type: 'stream-start', warnings: [] },
    ...(answer.parts ?? written),
    ...(finishReason === null ? [] : [end]),
  ];
}
