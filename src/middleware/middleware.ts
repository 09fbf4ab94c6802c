// The middleware itself: three hooks of the AI SDK over one protocol.
import type { CallParams, Model, ToolMiddleware } from './sdk.ts';
import { settle, type ToolMiddlewareOptions } from './settings.ts';
import { transformParams } from './transform-params.ts';
import { wrapGenerate } from './wrap-generate.ts';
import { type ModelCalls, wrapStream } from './wrap-stream.ts';

/**
 * A middleware that gives a model tools by its prompt, for `wrapLanguageModel` or `withTools`.
 *
 * @example
 * const middleware = createToolMiddleware({
 *   protocol: jsonMixProtocol(),
 *   toolSystemPromptTemplate: (tools, example) => `You have these tools:\n${tools}\nCall them so:\n${example}`,
 * });
 * const model = wrapLanguageModel({ model: provider('a-model'), middleware });
 */
export function createToolMiddleware(options: ToolMiddlewareOptions): ToolMiddleware {
  const settings = settle(options);
  // The SDKs' types differ where the middleware does not look; inside it is all one shape.
  const hooks = {
    specificationVersion: 'v4',
    transformParams: async ({ params, model }: { params: CallParams; model: Model }) =>
      transformParams(params, model, settings),
    wrapGenerate: ({ doGenerate, params }: ModelCalls & { params: CallParams }) =>
      wrapGenerate(doGenerate, params, settings),
    wrapStream: ({ params, ...calls }: ModelCalls & { params: CallParams }) =>
      wrapStream(calls, params, settings),
  };
  return hooks as unknown as ToolMiddleware;
}
