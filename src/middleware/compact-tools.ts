// The compact format, ready to use: fewer tokens for the list of tools and for every call.
import { type WireOptions, wireProtocol } from '../protocols/wire.ts';
import { writeManual } from './compact-manual.ts';
import { createToolMiddleware } from './middleware.ts';
import type { ToolMiddleware } from './sdk.ts';
import type { MiddlewareOptions } from './settings.ts';

/** What `compactTools` takes, besides what any middleware does. */
export interface CompactToolsOptions extends WireOptions, Omit<MiddlewareOptions, 'debug'> {
  /** Where the manual stands in the system message. Default: `'last'`. */
  placement?: 'first' | 'last';
  /** Text in place of the manual's rules; the tools follow it. Default: rules with samples of the tools. */
  manualHeader?: string | undefined;
  /** What is printed; `true` is `'parse'`, `false` is `'off'`. Default: what `DEBUG_PARSER_MW` says, `'off'` without it. */
  debug?: boolean | MiddlewareOptions['debug'];
}

/**
 * A middleware by which the model calls tools as `<call>getWeather location="New York" units=metric</call>`.
 *
 * @example
 * const model = wrapLanguageModel({ model: provider('a-model'), middleware: compactTools() });
 */
export function compactTools(options: CompactToolsOptions = {}): ToolMiddleware {
  const { syntax, fallbackToJson, placement = 'last', manualHeader, debug, ...rest } = options;
  const protocol = wireProtocol({ ...rest, syntax, fallbackToJson });
  return createToolMiddleware({
    ...rest,
    placement,
    ...(debug !== undefined && { debug: debug === true ? 'parse' : debug === false ? 'off' : debug }),
    protocol: {
      ...protocol,
      formatTools: ({ tools }) =>
        writeManual(tools, { protocol, header: manualHeader, syntax, fallbackToJson }),
    },
    toolSystemPromptTemplate: (tools) => tools,
  });
}
