// The settings of a middleware, checked and with their defaults.
import type { ToolCallProtocol, ToolResult } from '../protocols/protocol.ts';
import { checkChoice, describe } from '../wrong-use.ts';
import type { DebugLevel } from './debug.ts';
import type { Media } from './tool-output.ts';

/** What a middleware does besides its protocol. */
export interface MiddlewareOptions {
  /** Where the tools stand in the system message: before or after what it says already. Default: `'first'`. */
  placement?: 'first' | 'last';
  /** How a tool's result is written. Default: as the protocol does. */
  toolResponsePromptTemplate?: (toolResult: ToolResult) => string;
  /**
   * Images and other files in tool results: `'forward'` hands them to the model, which must be able to see them,
   * `'placeholder'` says that there was one. Default: `'placeholder'`.
   */
  media?: Media;
  /** `toolChoice: 'none'`: `'pass'` shows no tools and reads no calls, `'throw'` refuses it. Default: `'pass'`. */
  toolChoiceNone?: 'pass' | 'throw';
  /**
   * How `toolChoice: 'required'` or a named tool is had: by a JSON schema as response format, `'stream'`ed or
   * `'generate'`d first, for hosts whose JSON mode does not stream; or, where there is no JSON mode, by saying so in the
   * `'prompt'`. Default: `'stream'`.
   */
  forcedChoice?: 'stream' | 'generate' | 'prompt';
  /** What is printed. Default: what `DEBUG_PARSER_MW` says, `'off'` without it. */
  debug?: DebugLevel;
}

/** What `createToolMiddleware` takes. */
export interface ToolMiddlewareOptions extends MiddlewareOptions {
  /** How the model is told its tools, and read: a protocol, or a function that makes one. */
  protocol: ToolCallProtocol | (() => ToolCallProtocol);
  /**
   * The text that tells the model its tools. It gets the tools as the protocol writes them, and a call of one of them
   * as an example.
   */
  toolSystemPromptTemplate: (tools: string, example: string) => string;
}

/** The same with nothing left open. */
export interface Settings {
  readonly protocol: ToolCallProtocol;
  readonly toolSystemPromptTemplate: ToolMiddlewareOptions['toolSystemPromptTemplate'];
  readonly formatToolResponse: (toolResult: ToolResult) => string;
  readonly placement: 'first' | 'last';
  readonly media: Media;
  readonly toolChoiceNone: 'pass' | 'throw';
  readonly forcedChoice: 'stream' | 'generate' | 'prompt';
  readonly debug: DebugLevel | undefined;
}

/** What every protocol has. */
const required = [
  'formatTools',
  'formatToolCall',
  'formatToolResponse',
  'parseGeneratedText',
  'createStreamParser',
] as const;

/** What options may be, where that is one of a few words. The first is the default, but for `debug`. */
const choices = {
  placement: ['first', 'last'],
  media: ['placeholder', 'forward'],
  toolChoiceNone: ['pass', 'throw'],
  forcedChoice: ['stream', 'generate', 'prompt'],
  debug: ['off', 'stream', 'parse'],
} as const;

/** Checks the options and fills in defaults. */
export function settle(options: ToolMiddlewareOptions): Settings {
  const given = options?.protocol;
  const protocol = typeof given === 'function' ? given() : given;
  checkProtocol(protocol);
  const { toolSystemPromptTemplate, toolResponsePromptTemplate } = options;
  if (typeof toolSystemPromptTemplate !== 'function')
    throw new TypeError(
      `"toolSystemPromptTemplate" must be a function from the list of tools to the prompt, got ${describe(toolSystemPromptTemplate)}.`,
    );
  if (toolResponsePromptTemplate !== undefined && typeof toolResponsePromptTemplate !== 'function')
    throw new TypeError(
      `"toolResponsePromptTemplate" must be a function from a tool's result to its text, got ${describe(toolResponsePromptTemplate)}.`,
    );
  return {
    protocol,
    toolSystemPromptTemplate,
    formatToolResponse: toolResponsePromptTemplate ?? ((result) => protocol.formatToolResponse(result)),
    placement: choose(options, 'placement'),
    media: choose(options, 'media'),
    toolChoiceNone: choose(options, 'toolChoiceNone'),
    forcedChoice: choose(options, 'forcedChoice'),
    debug: options.debug === undefined ? undefined : choose(options, 'debug'),
  };
}

function checkProtocol(protocol: ToolCallProtocol | undefined): void {
  const missing = required.filter((name) => typeof protocol?.[name] !== 'function');
  if (missing.length === required.length)
    throw new TypeError(
      `"protocol" must be a protocol or a function that makes one, got ${describe(protocol)}. Try protocolFor('hermes'), or createProtocol(format) for a format of your own.`,
    );
  if (missing.length > 0)
    throw new TypeError(
      `"protocol" must have the functions ${required.join(', ')}; it lacks ${missing.join(', ')}.`,
    );
}

/** The option's word, or the default. */
function choose<K extends keyof typeof choices>(
  options: Partial<Record<K, unknown>>,
  name: K,
): (typeof choices)[K][number] {
  checkChoice(name, options[name], choices[name]);
  return (options[name] ?? choices[name][0]) as (typeof choices)[K][number];
}
