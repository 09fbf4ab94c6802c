// The options of a single call, past the SDKs' types: those take provider options for JSON, and functions for none.
import type { ToolCallMiddlewareOptions } from './sdk.ts';

/** Provider options that every SDK's types take for JSON. What they hold is not said. */
export type OpaqueOptions = Record<string, never>;

/**
 * The options of a single call, as all SDKs take them. They are what was given; only the type is another.
 *
 * @example
 * await generateText({
 *   model, tools, prompt,
 *   providerOptions: { toolCallMiddleware: toolCallOptions({ onError: console.warn }) },
 * });
 */
export function toolCallOptions(options: ToolCallMiddlewareOptions): OpaqueOptions {
  return options as OpaqueOptions;
}
