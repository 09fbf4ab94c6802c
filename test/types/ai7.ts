// The types of ai@7, and of the provider package with all versions: middlewares, models and options fit as they are.
import type {
  LanguageModelV2,
  LanguageModelV2Middleware,
  LanguageModelV3,
  LanguageModelV3Middleware,
  LanguageModelV4,
  LanguageModelV4Middleware,
  ProviderV4,
  SharedV2ProviderOptions,
  SharedV3ProviderOptions,
  SharedV4ProviderOptions,
} from '@ai-sdk/provider';
import {
  extractReasoningMiddleware,
  generateText,
  type LanguageModelMiddleware,
  streamText,
  wrapLanguageModel,
  wrapProvider,
} from 'ai';
import { hermesToolMiddleware, withTools } from 'toolwire';
import { middlewares, options, settings } from './subjects.ts';

declare const v2: LanguageModelV2;
declare const v3: LanguageModelV3;
declare const v4: LanguageModelV4;
declare const provider: ProviderV4;
const extractReasoning = extractReasoningMiddleware({ tagName: 'think' });

export const fitting: LanguageModelMiddleware[] = middlewares;
export const fitting2: LanguageModelV2Middleware[] = middlewares;
export const fitting3: LanguageModelV3Middleware[] = middlewares;
export const fitting4: LanguageModelV4Middleware[] = middlewares;

export const wrapped: LanguageModelV4[] = [
  wrapLanguageModel({ model: v2, middleware: hermesToolMiddleware }),
  wrapLanguageModel({ model: v3, middleware: middlewares }),
  wrapLanguageModel({ model: v4, middleware: [hermesToolMiddleware, extractReasoning] }),
];
export const providers: ProviderV4[] = [
  wrapProvider({ provider, languageModelMiddleware: hermesToolMiddleware }),
  wrapProvider({ provider, languageModelMiddleware: [hermesToolMiddleware, extractReasoning] }),
];

const kept2: LanguageModelV2 = withTools(v2, hermesToolMiddleware);
const kept3: LanguageModelV3 = withTools(v3, hermesToolMiddleware);
const kept4: LanguageModelV4 = withTools(v4, settings);
const providerOptions: SharedV4ProviderOptions = { toolCallMiddleware: options, other: { a: 1 } };
export const providerOptions3: SharedV3ProviderOptions = { toolCallMiddleware: options };
export const providerOptions2: SharedV2ProviderOptions = { toolCallMiddleware: options };
export const calls = [
  generateText({ model: kept2, prompt: '', providerOptions: { toolCallMiddleware: options } }),
  generateText({ model: kept3, prompt: '', providerOptions }),
  streamText({ model: kept4, prompt: '', providerOptions }),
  streamText({ model: withTools(v4, hermesToolMiddleware), prompt: '', providerOptions }),
];

// @ts-expect-error: `withTools` makes no v4 of a v3
export const other: LanguageModelV4 = withTools(v3, hermesToolMiddleware);
// @ts-expect-error: to the SDK, a function is no JSON
export const refused: SharedV4ProviderOptions = { toolCallMiddleware: { onError: () => {} } };
