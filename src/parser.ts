// Hop 2 of a delta's path, and the library without the AI SDK: text in, events out. Scanner, reader and argument
// writer meet here.
import type { EventSink, ParserEvent } from './events.ts';
import type { Format, Tool } from './formats/format.ts';
import { type OnMalformed, type ReaderOptions, SectionReader } from './reader/section.ts';
import type { Source } from './reader/source.ts';
import { createScanner, type Scanner } from './scanner/scanner.ts';
import type { Thresholds } from './scanner/thresholds.ts';
import { checkChoice, describe } from './wrong-use.ts';

/** How a parser reads. */
export interface ParserOptions {
  /**
   * What becomes of the text of a call that can't be read: `'text'` shows it, `'drop'` leaves it out, `'call'` shows it
   * too, but hands a call to an undeclared tool over, also in formats that take it for text. Default: `'text'`. A call
   * whose name is known has started, and always ends as a call with what there is of its arguments, so that the AI SDK
   * can repair it or tell the model.
   */
  onMalformed?: OnMalformed;
  /** Calls in the model's thinking: `'skip'` takes them for text, `'parse'` makes them. Default: `'skip'`. */
  reasoning?: 'skip' | 'parse';
  /** The text starts in thinking, which the prompt has opened: DeepSeek R1, QwQ. Default: `false`. */
  startWithReasoning?: boolean;
  /** Most calls in one text. Default: 1,000. */
  maxCalls?: number;
  /** Most brackets open at once in a call's arguments. Default: 200. */
  maxDepth?: number;
  /** Most units of a call's arguments. Default: 16 million. */
  maxInput?: number;
}

/** What to read, for which tools. */
export interface ParserSettings {
  /** How the model writes its calls, such as `formats.hermes`. */
  format: Format;
  /** The tools that it may call: arguments are coerced to their schemas. */
  tools: readonly Tool[];
  /** Limits, and what becomes of calls in thinking and of those that can't be read. */
  options?: ParserOptions;
}

/** Throws a `TypeError` if this is no format, or if the options make no sense. */
export function checkReading(format: Format, options: ParserOptions): void {
  if (typeof format?.payload !== 'function' || !format.call)
    throw new TypeError(`"format" must be a format, such as formats.hermes, got ${describe(format)}.`);
  checkChoice('onMalformed', options.onMalformed, ['text', 'drop', 'call']);
  checkChoice('reasoning', options.reasoning, ['skip', 'parse']);
  for (const name of ['maxCalls', 'maxDepth', 'maxInput'] as const) {
    const limit: unknown = options[name] ?? 0;
    if (typeof limit !== 'number' || !(limit >= 0))
      throw new TypeError(`"${name}" must be a number, 0 or more, got ${describe(limit)}.`);
  }
}

/** Reads one stream of text and reports to a sink. `createParser` returns the events instead. */
export class TextParser implements Source {
  readonly #settings: ParserSettings;
  readonly #events: EventSink;
  readonly #thresholds: Thresholds | undefined;
  #reader: SectionReader;
  #scanner: Scanner;
  /** Text from offset `#keptAt` on. */
  #kept = '';
  #keptAt = 0;

  /** `thresholds` choose the engine, for tests. Default: what pays on this host. */
  constructor(settings: ParserSettings, events: EventSink, thresholds?: Thresholds) {
    checkReading(settings?.format, settings?.options ?? {});
    if (!Array.isArray(settings.tools))
      throw new TypeError(
        `"tools" must be an array of { name, inputSchema }, got ${describe(settings.tools)}.`,
      );
    this.#settings = settings;
    this.#events = events;
    this.#thresholds = thresholds;
    this.#reader = this.#createReader();
    this.#scanner = createScanner(this.#reader, thresholds);
  }

  get text(): string {
    return this.#scanner.text;
  }

  get offset(): number {
    return this.#scanner.offset;
  }

  get end(): number {
    return this.#keptAt + this.#kept.length;
  }

  slice(start: number, end: number): string {
    return this.#kept.slice(Math.max(0, start - this.#keptAt), Math.max(0, end - this.#keptAt));
  }

  /** Units read so far; those read twice count twice. */
  get unitsScanned(): number {
    return this.#scanner.unitsScanned;
  }

  /** Reads a delta. */
  feed(delta: string): void {
    this.#keep(delta);
    this.#scanner.feed(delta);
    this.#reader.flush();
  }

  /** Ends the stream. */
  finish(): void {
    this.#scanner.finish();
    this.#reader.finish();
  }

  /** Makes the parser as new, for another stream. */
  reset(): void {
    this.#reader = this.#createReader();
    this.#scanner = createScanner(this.#reader, this.#thresholds);
    this.#kept = '';
    this.#keptAt = 0;
  }

  /** Keeps a delta, and of what was before it only what is still needed: a call that may turn out to be none, or what is held back. */
  #keep(delta: string): void {
    const { keepsFrom } = this.#reader;
    if (keepsFrom === undefined) {
      const { held } = this.#scanner;
      this.#keptAt = this.end - held.length;
      this.#kept = held === '' ? delta : held + delta;
      return;
    }
    const unneeded = keepsFrom - this.#keptAt;
    if (unneeded > this.#kept.length >> 1) {
      this.#kept = this.#kept.slice(unneeded);
      this.#keptAt = keepsFrom;
    }
    this.#kept += delta;
  }

  #createReader(): SectionReader {
    const { format, tools, options = {} } = this.#settings;
    const readerOptions: ReaderOptions = {
      onMalformed: options.onMalformed ?? 'text',
      readsReasoning: options.reasoning === 'parse',
      startsInReasoning: options.startWithReasoning === true,
      maxCalls: options.maxCalls ?? 1000,
      maxDepth: options.maxDepth ?? 200,
      maxInput: options.maxInput ?? 1 << 24,
    };
    const schemas = new Map<string, Tool['inputSchema']>();
    for (const { name, inputSchema } of tools) schemas.set(name, inputSchema);
    return new SectionReader(format, schemas, readerOptions, this.#events, this);
  }
}

/** A parser that returns its events. */
export interface Parser {
  /** Reads a delta: what is known by now. */
  feed(text: string): ParserEvent[];
  /** Ends the stream: what was held back, and calls that were cut off. */
  finish(): ParserEvent[];
  /** Makes the parser as new, for another stream. */
  reset(): void;
}

/** Creates a parser for one format and a list of tools. Model text never throws; wrong settings do, here. */
export function createParser(settings: ParserSettings): Parser {
  let events: ParserEvent[] = [];
  const parser = new TextParser(settings, {
    onText: (text) => events.push({ type: 'text-delta', text }),
    onCallStart: (toolName) => events.push({ type: 'call-start', toolName }),
    onInput: (delta) => events.push({ type: 'input-delta', delta }),
    onCallEnd: (toolName, input) => events.push({ type: 'call-end', toolName, input }),
    onIssue: (issue) => events.push({ type: 'call-issue', ...issue }),
  });
  const taken = () => {
    const result = events;
    events = [];
    return result;
  };
  return {
    feed(text) {
      parser.feed(text);
      return taken();
    },
    finish() {
      parser.finish();
      return taken();
    },
    reset: () => parser.reset(),
  };
}

/** Reads a whole text. */
export function parseText(text: string, settings: ParserSettings): ParserEvent[] {
  const parser = createParser(settings);
  return [...parser.feed(text), ...parser.finish()];
}

/** A `TransformStream` from text to events, for streams of plain strings. */
export function createParserStream(settings: ParserSettings): TransformStream<string, ParserEvent> {
  const parser = createParser(settings);
  return new TransformStream({
    transform(text, controller) {
      for (const event of parser.feed(text)) controller.enqueue(event);
    },
    flush(controller) {
      for (const event of parser.finish()) controller.enqueue(event);
    },
  });
}
