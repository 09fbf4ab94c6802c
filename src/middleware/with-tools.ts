// Wraps a model without the SDK's `wrapLanguageModel`, which stamps its own version on whatever it wraps.
import { createToolMiddleware } from './middleware.ts';
import type { Model, ToolMiddleware } from './sdk.ts';
import type { ToolMiddlewareOptions } from './settings.ts';

/**
 * A model with tools. It keeps the specification version of the model it wraps, so that every AI SDK either adapts it
 * or says clearly that it can't: `wrapLanguageModel` of AI SDK 5 and 6 breaks models of other versions silently.
 *
 * @example
 * const model = withTools(provider('a-model'), hermesToolMiddleware);
 */
export function withTools<M extends Model>(model: M, middleware: ToolMiddleware | ToolMiddlewareOptions): M {
  const hooks = 'wrapStream' in middleware ? middleware : createToolMiddleware(middleware);
  const transform = (type: 'generate' | 'stream', params: unknown) =>
    hooks.transformParams({ type, params, model });
  const callsOf = (params: unknown) => ({
    doGenerate: async () => model.doGenerate(params),
    doStream: async () => model.doStream(params),
    params,
    model,
  });
  return {
    specificationVersion: model.specificationVersion,
    provider: model.provider,
    modelId: model.modelId,
    get supportedUrls() {
      return (model as { supportedUrls?: unknown }).supportedUrls;
    },
    doGenerate: async (options: unknown) => hooks.wrapGenerate(callsOf(await transform('generate', options))),
    doStream: async (options: unknown) => hooks.wrapStream(callsOf(await transform('stream', options))),
  } as unknown as M;
}
