// The types of `toolwire/webllm`: engines of WebLLM fit, and the model fits each SDK in its version.
import type { MLCEngine, MLCEngineInterface, WebWorkerMLCEngine } from '@mlc-ai/web-llm';
import { generateText as generate7, type LanguageModel as Model7, wrapLanguageModel as wrap7 } from 'ai';
import { generateText as generate5, type LanguageModel as Model5 } from 'ai5';
import { generateText as generate6, type LanguageModel as Model6, wrapLanguageModel as wrap6 } from 'ai6';
import { formats, hermesToolMiddleware, withTools } from 'toolwire';
import { structuralTagFor, type WebLLMEngine, webllm } from 'toolwire/webllm';

declare const engine: MLCEngine;
declare const inWorker: WebWorkerMLCEngine;
declare const either: MLCEngineInterface;
export const engines: WebLLMEngine[] = [engine, inWorker, either];

const v2 = webllm(engine, { specificationVersion: 'v2' });
const v3 = webllm(engine, { constrain: formats.hermes });
const v4 = webllm(engine, {
  specificationVersion: 'v4',
  constrain: { format: formats.wire, thinking: 'none' },
});

export const in5: Model5[] = [v2, withTools(v2, hermesToolMiddleware)];
export const in6: Model6[] = [v2, v3, withTools(v3, hermesToolMiddleware)];
export const in7: Model7[] = [
  v2,
  v3,
  v4,
  withTools(v4, hermesToolMiddleware),
  withTools(webllm(engine, { constrain: formats.hermes }), hermesToolMiddleware),
];
export const wrapped = [
  wrap6({ model: v3, middleware: hermesToolMiddleware }),
  wrap7({ model: v4, middleware: hermesToolMiddleware }),
];
export const answers = [
  generate5({ model: v2, prompt: '' }),
  generate6({ model: v3, prompt: '' }),
  generate7({ model: v3, prompt: '' }),
];

// @ts-expect-error: AI SDK 5 takes v2 alone
export const refused: Model5 = v3;

export const tagged = engine.chat.completions.create({
  messages: [{ role: 'user', content: 'Hi.' }],
  response_format: {
    type: 'structural_tag',
    structural_tag: structuralTagFor(formats.hermes, [{ name: 'ping' }])!,
  },
});
