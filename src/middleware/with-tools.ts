// Wraps a model without the SDK's `wrapLanguageModel`, which stamps its own version on whatever it wraps.
import { describe } from '../wrong-use.ts';
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
  checkModel(model);
  const hooks = hooksOf(middleware);
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

function checkModel(model: Model): void {
  if (typeof model?.doStream === 'function') return;
  const cure = typeof model === 'string' ? ` Try gateway(${describe(model)}), from 'ai'.` : '';
  throw new TypeError(
    `withTools() takes a model, such as provider('a-model'), got ${describe(model)}.${cure}`,
  );
}

function hooksOf(given: ToolMiddleware | ToolMiddlewareOptions): ToolMiddleware {
  if (given && 'transformParams' in Object(given)) return given as ToolMiddleware;
  if (given && 'protocol' in Object(given)) return createToolMiddleware(given as ToolMiddlewareOptions);
  throw new TypeError(
    `withTools() takes a middleware, such as hermesToolMiddleware or toolMiddleware('hermes'), got ${describe(given)}.`,
  );
}
