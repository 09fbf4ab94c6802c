// One answer on its way through the middleware, whole or streamed: which protocols read it, and what is known of it in
// the end. Both wrappers end here, so that they say the same.
import { createProtocol } from '../protocols/from-format.ts';
import { readInput } from '../protocols/input.ts';
import type { OnError, Part, ReadingSettings, ToolCallProtocol } from '../protocols/protocol.ts';
import { report } from '../protocols/report.ts';
import { type DebugLevel, debugLevel, printPart, printSummary } from './debug.ts';
import { afterCalls, isRunnableCall } from './finish-reason.ts';
import type { CallParams } from './sdk.ts';
import type { Settings } from './settings.ts';
import { optionsOf, toolsOf } from './state.ts';
import { forcedCall } from './tool-choice.ts';

/** Parts whose text is read. */
const types = new Set(['text', 'text-delta']);
const typesWithReasoning = new Set([...types, 'reasoning', 'reasoning-delta']);

/** What an answer is read with. */
export class Answer {
  /** What it is read for, and how. */
  readonly reading: ReadingSettings;
  /** Read by these, one after the other: what the first leaves as text is the next one's. */
  readonly protocols: readonly ToolCallProtocol[];
  /** What the answer is to warn of. */
  readonly warnings: readonly unknown[];

  readonly #options: ReturnType<typeof optionsOf>;
  readonly #debug: DebugLevel;
  readonly #keepsText: boolean;
  readonly #readTypes: ReadonlySet<string>;
  #text = '';
  #calls: Part[] = [];
  /** What was odd, to be printed. */
  #issues: string[] = [];

  constructor(params: CallParams, settings: Settings) {
    this.#options = { ...settings.protocol.options, ...optionsOf(params) };
    this.#debug = settings.debug ?? debugLevel();
    if (this.#debug === 'parse') this.#options.onError = this.#noteIssues(this.#options.onError);
    const { toolChoice, warnings = [] } = this.#options;
    const tools = toolsOf(this.#options);
    this.#readTypes = this.#options.reasoning === 'parse' ? typesWithReasoning : types;
    this.reading = { tools: tools ?? [], options: this.#options };
    this.warnings = warnings;
    this.#keepsText =
      this.#debug === 'parse' || this.#options.debugSummary !== undefined || toolChoice !== undefined;
    if (tools === undefined) this.protocols = [];
    else if (toolChoice && settings.forcedChoice !== 'prompt')
      this.protocols = [createProtocol(forcedCall), settings.protocol];
    else this.protocols = [settings.protocol];
  }

  /** Whether there is nothing to do. */
  get isUntouched(): boolean {
    return this.protocols.length === 0 && this.warnings.length === 0 && this.#debug === 'off';
  }

  /** Whether a call is asked for by a response format. */
  get isForced(): boolean {
    return this.protocols.length > 1;
  }

  /** Takes note of a part as the provider sent it. */
  onPart(part: Part): void {
    if (this.#debug === 'stream') printPart('in', part);
    if (this.#keepsText && this.#readTypes.has(part.type)) this.#text += part.delta ?? part.text;
  }

  /** Takes note of a part as the SDK gets it. */
  onResult(part: Part): void {
    if (this.#debug === 'stream') printPart('out', part);
    if (part.type === 'tool-call') this.#calls.push(part);
  }

  /** The reason why the answer ended, once its calls are known. */
  finishReason(given: unknown): unknown {
    return this.#calls.some(isRunnableCall) ? afterCalls(given) : given;
  }

  /** Reports what is known in the end. */
  finish(): void {
    const { toolChoice, debugSummary, onError } = this.#options;
    const text = this.#text;
    if (toolChoice && this.#calls.length === 0)
      report(onError, 'The model was to call a tool, but its answer holds no call.', { toolChoice, text });
    if (this.#debug !== 'parse' && !debugSummary) return;
    const segments = this.#segmentsOf(text);
    const calls = this.#calls.map(({ toolName, input }) => ({ toolName, input: readInput(input).value }));
    if (!debugSummary) {
      printSummary({ text, segments, calls, issues: this.#issues });
      return;
    }
    debugSummary.originalText = segments.join('\n');
    debugSummary.toolCalls = JSON.stringify(calls);
  }

  #noteIssues(onError: OnError | undefined): OnError {
    return (message, metadata) => {
      this.#issues.push(message);
      report(onError, message, metadata);
    };
  }

  /** The pieces of the text that were read as calls: of the first protocol that found any. */
  #segmentsOf(text: string): string[] {
    const settings = { ...this.reading, options: { ...this.#options, onError: undefined }, text };
    for (const protocol of this.protocols) {
      const segments = protocol.extractToolCallSegments?.(settings) ?? [];
      if (segments.length > 0) return segments;
    }
    return [];
  }
}
