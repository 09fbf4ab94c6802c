// What a model answers, in the shape of the specification that its host expects: v2 of AI SDK 5, v3 of 6, v4 of 7.
import type { EngineUsage } from './engine.ts';

/** A version of the AI SDK's specification of language models. */
export type SpecificationVersion = 'v2' | 'v3' | 'v4';

/** Why an answer ended. */
type Reason = 'stop' | 'length' | 'error' | 'other';
export type FinishReason<V extends SpecificationVersion> = V extends 'v2'
  ? Reason | 'unknown'
  : { unified: Reason; raw: string | undefined };

type Count = number | undefined;

/** Tokens. */
export type Usage<V extends SpecificationVersion> = V extends 'v2'
  ? { inputTokens: Count; outputTokens: Count; totalTokens: Count }
  : {
      inputTokens: { total: Count; noCache: Count; cacheRead: Count; cacheWrite: Count };
      outputTokens: { total: Count; text: Count; reasoning: Count };
    };

/** What was asked for and can't be had. */
export type Warning<V extends SpecificationVersion> =
  | { type: 'other'; message: string }
  | (V extends 'v2'
      ? { type: 'unsupported-setting'; setting: 'topK'; details: string }
      : { type: 'unsupported'; feature: string; details: string });

/** What goes with an answer: speeds and times, as the engine gives them. */
export type ProviderMetadata = Record<string, Record<string, number>>;

/** The end of an answer. */
export interface Finish<V extends SpecificationVersion> {
  finishReason: FinishReason<V>;
  usage: Usage<V>;
  providerMetadata?: ProviderMetadata;
}

/** A whole answer. */
export interface GenerateResult<V extends SpecificationVersion> extends Finish<V> {
  content: { type: 'text'; text: string }[];
  warnings: Warning<V>[];
  request: { body: unknown };
  response: { id?: string; modelId?: string };
}

/** A part of an answer that streams. */
export type StreamPart<V extends SpecificationVersion> =
  | { type: 'stream-start'; warnings: Warning<V>[] }
  | { type: 'response-metadata'; id?: string; modelId?: string }
  | { type: 'raw'; rawValue: unknown }
  | { type: 'text-start' | 'text-end'; id: string }
  | { type: 'text-delta'; id: string; delta: string }
  | { type: 'error'; error: unknown }
  | ({ type: 'finish' } & Finish<V>);

const reasons: Readonly<Record<string, Reason>> = {
  stop: 'stop',
  length: 'length',
  tool_calls: 'stop',
  error: 'error',
};

/** Why it ended, by the engine's own word; `abort` is what `interruptGenerate` leaves. */
function finishReasonOf(version: SpecificationVersion, raw: string | undefined) {
  const unified = (raw !== undefined && reasons[raw]) || 'other';
  if (version === 'v2') return raw === undefined ? 'unknown' : unified;
  return { unified, raw };
}

function usageOf(version: SpecificationVersion, usage: EngineUsage | undefined) {
  const { prompt_tokens: input, completion_tokens: output, total_tokens: total } = usage ?? {};
  if (version === 'v2') return { inputTokens: input, outputTokens: output, totalTokens: total };
  return {
    inputTokens: { total: input, noCache: undefined, cacheRead: undefined, cacheWrite: undefined },
    outputTokens: { total: output, text: undefined, reasoning: undefined },
  };
}

/** The end of an answer. */
export function finishOf<V extends SpecificationVersion>(
  version: V,
  raw: string | undefined,
  usage: EngineUsage | undefined,
): Finish<V> {
  const figures = Object.entries(usage?.extra ?? {}).filter(
    (entry): entry is [string, number] => typeof entry[1] === 'number' && Number.isFinite(entry[1]),
  );
  return {
    finishReason: finishReasonOf(version, raw) as FinishReason<V>,
    usage: usageOf(version, usage) as Usage<V>,
    ...(figures.length > 0 && { providerMetadata: { webllm: Object.fromEntries(figures) } }),
  };
}

/** A warning that a setting has no effect. */
export function unsupported<V extends SpecificationVersion>(
  version: V,
  setting: string,
  details: string,
): Warning<V> {
  const warning =
    version === 'v2'
      ? { type: 'unsupported-setting', setting, details }
      : { type: 'unsupported', feature: setting, details };
  return warning as unknown as Warning<V>;
}
