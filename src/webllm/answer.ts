// An answer of the engine as parts of the AI SDK: one block of text, then why it ended and what it cost.
import type { EngineChunk, EngineUsage } from './engine.ts';
import type { EngineRun } from './engine-run.ts';
import { type Finish, finishOf, type SpecificationVersion, type StreamPart, type Warning } from './shapes.ts';

/** What is known of an answer so far. */
export class Answer<V extends SpecificationVersion> {
  readonly #version: V;
  #chunk: EngineChunk | undefined;
  #reason: string | undefined;
  #usage: EngineUsage | undefined;
  text = '';

  constructor(version: V) {
    this.#version = version;
  }

  /** Which answer it is, of which model, if a chunk has come. */
  get metadata(): { id?: string; modelId?: string } {
    const { id, model } = this.#chunk ?? {};
    return { ...(id !== undefined && { id }), ...(model !== undefined && { modelId: model }) };
  }

  /** Takes a chunk and gives its text. */
  feed(chunk: EngineChunk): string {
    const [choice] = chunk.choices;
    this.#chunk = chunk;
    this.#usage = chunk.usage ?? this.#usage;
    this.#reason = choice?.finish_reason ?? this.#reason;
    const delta = choice?.delta?.content ?? '';
    this.text += delta;
    return delta;
  }

  /** The end, for this reason. Default: the engine's own. */
  finish(reason = this.#reason): Finish<V> {
    return finishOf(this.#version, reason, this.#usage);
  }
}

const id = '0';

/** Where a stream of parts comes from: the engine goes on when it is read. */
export class AnswerSource<V extends SpecificationVersion> implements UnderlyingDefaultSource<StreamPart<V>> {
  readonly #run: EngineRun;
  readonly #answer: Answer<V>;
  readonly #isRaw: boolean;
  #isToldOf = false;
  #isOver = false;
  /** Parts that come first. */
  #first: StreamPart<V>[];

  constructor(
    run: EngineRun,
    answer: Answer<V>,
    { warnings, isRaw }: { warnings: Warning<V>[]; isRaw: boolean },
  ) {
    this.#run = run;
    this.#answer = answer;
    this.#isRaw = isRaw;
    this.#first = [{ type: 'stream-start', warnings }];
  }

  async pull(controller: ReadableStreamDefaultController<StreamPart<V>>): Promise<void> {
    let parts = this.#first;
    this.#first = [];
    // A chunk may hold nothing to show, but whoever pulls waits for something.
    try {
      while (parts.length === 0) parts = await this.#read();
      for (const part of parts) controller.enqueue(part);
      if (this.#isOver) controller.close();
    } catch (error) {
      controller.error(error);
    }
  }

  cancel(): void {
    this.#run.stop();
  }

  async #read(): Promise<StreamPart<V>[]> {
    try {
      const chunk = await this.#run.next();
      return chunk ? this.#partsOf(chunk) : this.#end([{ type: 'finish', ...this.#answer.finish() }]);
    } catch (error) {
      if (isAbort(error)) throw error;
      return this.#end([
        { type: 'error', error },
        { type: 'finish', ...this.#answer.finish('error') },
      ]);
    }
  }

  #partsOf(chunk: EngineChunk): StreamPart<V>[] {
    const parts: StreamPart<V>[] = this.#isRaw ? [{ type: 'raw', rawValue: chunk }] : [];
    const isFirstText = this.#answer.text === '';
    const delta = this.#answer.feed(chunk);
    if (!this.#isToldOf) parts.push({ type: 'response-metadata', ...this.#answer.metadata });
    this.#isToldOf = true;
    if (delta === '') return parts;
    if (isFirstText) parts.push({ type: 'text-start', id });
    parts.push({ type: 'text-delta', id, delta });
    return parts;
  }

  #end(parts: StreamPart<V>[]): StreamPart<V>[] {
    this.#isOver = true;
    return this.#answer.text === '' ? parts : [{ type: 'text-end', id }, ...parts];
  }
}

const isAbort = (error: unknown) =>
  /^(?:Abort|Timeout)Error$/.test(String((error as Error | undefined)?.name));
