// The types of ai@5: middlewares, models and options fit as they are.
import {
  extractReasoningMiddleware,
  generateText,
  type LanguageModel,
  type LanguageModelMiddleware,
  streamText,
  wrapLanguageModel,
  wrapProvider,
} from 'ai5';
import { hermesToolMiddleware, withTools } from 'toolwire';
import { middlewares, options, settings } from './subjects.ts';

type LanguageModelV2 = Exclude<LanguageModel, string>;
type Provider = ReturnType<typeof wrapProvider>;
type ProviderOptions = NonNullable<Parameters<typeof generateText>[0]['providerOptions']>;

declare const v2: LanguageModelV2;
declare const provider: Provider;
const extractReasoning = extractReasoningMiddleware({ tagName: 'think' });

export const fitting: LanguageModelMiddleware[] = middlewares;

export const wrapped: LanguageModelV2[] = [
  wrapLanguageModel({ model: v2, middleware: hermesToolMiddleware }),
  wrapLanguageModel({ model: v2, middleware: middlewares }),
  wrapLanguageModel({ model: v2, middleware: [hermesToolMiddleware, extractReasoning] }),
];
export const providers: Provider[] = [
  wrapProvider({ provider, languageModelMiddleware: hermesToolMiddleware }),
  wrapProvider({ provider, languageModelMiddleware: [hermesToolMiddleware, extractReasoning] }),
];

const kept: LanguageModelV2 = withTools(v2, hermesToolMiddleware);
const providerOptions: ProviderOptions = { toolCallMiddleware: options, other: { a: 1 } };
export const calls = [
  generateText({ model: kept, prompt: '', providerOptions }),
  generateText({
    model: withTools(v2, settings),
    prompt: '',
    providerOptions: { toolCallMiddleware: options },
  }),
  streamText({ model: withTools(v2, hermesToolMiddleware), prompt: '', providerOptions }),
];

// @ts-expect-error: to the SDK, a function is no JSON
export const refused: ProviderOptions = { toolCallMiddleware: { onError: () => {} } };
