// A middleware by the name of its format.

import type { FormatOptions } from '../protocols/from-format.ts';
import { type FormatName, protocolFor } from '../protocols/protocol-for.ts';
import { wirePrompt } from './compact-manual.ts';
import { createToolMiddleware } from './middleware.ts';
import { barePrompt, gemmaPrompt, hermesPrompt, plainPrompt, xmlPrompt } from './prompts.ts';
import type { ToolMiddleware } from './sdk.ts';
import type { MiddlewareOptions, ToolMiddlewareOptions } from './settings.ts';

/** Formats with a prompt of their own. */
const prompts = new Map([
  ['hermes', hermesPrompt],
  ['gemma', gemmaPrompt],
  ['morph-xml', xmlPrompt],
  ['wire', wirePrompt],
  ['llama3-json', barePrompt],
]);

/** What `toolMiddleware` takes besides the name: how to read, and how to ask. */
export type NamedMiddlewareOptions = FormatOptions &
  MiddlewareOptions &
  Partial<Pick<ToolMiddlewareOptions, 'toolSystemPromptTemplate'>>;

/**
 * The middleware for a built-in format, by its name.
 *
 * @example
 * const model = withTools(provider('qwen3-coder'), toolMiddleware('qwen3-coder', { placement: 'last' }));
 */
export function toolMiddleware(
  formatName: FormatName | (string & {}),
  options: NamedMiddlewareOptions = {},
): ToolMiddleware {
  return createToolMiddleware({
    toolSystemPromptTemplate: prompts.get(formatName) ?? plainPrompt,
    ...options,
    protocol: protocolFor(formatName, options),
  });
}
