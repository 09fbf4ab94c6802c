// The types of ai@6: middlewares, models and options fit as they are. Its `wrapLanguageModel` takes v3 alone.
import {
  extractReasoningMiddleware,
  generateText,
  type LanguageModel,
  type LanguageModelMiddleware,
  streamText,
  wrapLanguageModel,
  wrapProvider,
} from 'ai6';
import { hermesToolMiddleware, withTools } from 'toolwire';
import { middlewares, options, settings } from './subjects.ts';

type LanguageModelV2 = Extract<LanguageModel, { specificationVersion: 'v2' }>;
type LanguageModelV3 = Extract<LanguageModel, { specificationVersion: 'v3' }>;
type Provider = ReturnType<typeof wrapProvider>;
type ProviderOptions = NonNullable<Parameters<typeof generateText>[0]['providerOptions']>;

declare const v2: LanguageModelV2;
declare const v3: LanguageModelV3;
declare const provider: Provider;
const extractReasoning = extractReasoningMiddleware({ tagName: 'think' });

export const fitting: LanguageModelMiddleware[] = middlewares;

export const wrapped: LanguageModelV3[] = [
  wrapLanguageModel({ model: v3, middleware: hermesToolMiddleware }),
  wrapLanguageModel({ model: v3, middleware: middlewares }),
  wrapLanguageModel({ model: v3, middleware: [hermesToolMiddleware, extractReasoning] }),
  // @ts-expect-error: it would break a v2 model, `withTools` does not
  wrapLanguageModel({ model: withTools(v2, hermesToolMiddleware), middleware: extractReasoning }),
];
export const providers: Provider[] = [
  wrapProvider({ provider, languageModelMiddleware: hermesToolMiddleware }),
  wrapProvider({ provider, languageModelMiddleware: [hermesToolMiddleware, extractReasoning] }),
];

const kept2: LanguageModelV2 = withTools(v2, hermesToolMiddleware);
const kept3: LanguageModelV3 = withTools(v3, settings);
const providerOptions: ProviderOptions = { toolCallMiddleware: options, other: { a: 1 } };
export const calls = [
  generateText({ model: kept2, prompt: '', providerOptions }),
  generateText({ model: kept3, prompt: '', providerOptions: { toolCallMiddleware: options } }),
  streamText({ model: kept2, prompt: '', providerOptions }),
  streamText({ model: withTools(v3, hermesToolMiddleware), prompt: '', providerOptions }),
];

// @ts-expect-error: `withTools` makes no v3 of a v2
export const other: LanguageModelV3 = withTools(v2, hermesToolMiddleware);
// @ts-expect-error: to the SDK, a function is no JSON
export const refused: ProviderOptions = { toolCallMiddleware: { onError: () => {} } };
