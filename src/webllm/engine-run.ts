// One answer of the engine. An engine gives one at a time, and `interruptGenerate` stops whichever is under way: so calls
// wait for their turn here, and only the one whose turn it is interrupts. An answer that nobody wants any more is read
// to its end all the same: the engine stays locked otherwise.
import type { EngineChunk, EngineRequest, WebLLMEngine } from './engine.ts';
import { explain } from './engine-error.ts';

/** When each engine is free. */
const queues = new WeakMap<WebLLMEngine, Promise<void>>();

/** An answer under way. */
export class EngineRun {
  readonly #engine: WebLLMEngine;
  readonly #chunks: AsyncIterator<EngineChunk>;
  readonly #release: () => void;
  readonly #signal: AbortSignal | undefined;
  #isOver = false;

  private constructor(
    engine: WebLLMEngine,
    chunks: AsyncIterator<EngineChunk>,
    release: () => void,
    signal?: AbortSignal,
  ) {
    this.#engine = engine;
    this.#chunks = chunks;
    this.#release = release;
    this.#signal = signal;
  }

  /** Starts when the engine is free. Rejects with an `AbortError` as soon as the signal says so. */
  static async start(engine: WebLLMEngine, request: EngineRequest, signal?: AbortSignal): Promise<EngineRun> {
    const release = await takeTurn(engine, signal);
    const starting = (async () => {
      const chunks: AsyncIterable<EngineChunk> = await engine.chat.completions.create(request);
      return new EngineRun(engine, chunks[Symbol.asyncIterator](), release, signal);
    })();
    starting.catch(release);
    try {
      return await orAborted(starting, signal);
    } catch (error) {
      if (signal?.aborted) starting.then((run) => run.stop()).catch(() => {});
      throw explain(error, signal);
    }
  }

  /** The next chunk; nothing at the end. */
  async next(): Promise<EngineChunk | undefined> {
    if (this.#isOver) return undefined;
    try {
      const { done, value } = await orAborted(this.#chunks.next(), this.#signal);
      if (!done) return value;
      this.#end();
      return undefined;
    } catch (error) {
      if (this.#signal?.aborted) this.stop();
      else this.#end();
      throw explain(error, this.#signal);
    }
  }

  /** Stops the engine. It is free for others once it has stopped. */
  stop(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#drain()
      .catch(() => {})
      .finally(this.#release);
  }

  async #drain(): Promise<void> {
    // A generator that has not begun would forget that it was interrupted.
    let next = this.#chunks.next();
    await this.#engine.interruptGenerate();
    while (!(await next).done) next = this.#chunks.next();
  }

  #end(): void {
    this.#isOver = true;
    this.#release();
  }
}

/** Waits until the engine is free, and takes it; the function returned gives it to the next. */
async function takeTurn(engine: WebLLMEngine, signal: AbortSignal | undefined): Promise<() => void> {
  const before = queues.get(engine) ?? Promise.resolve();
  let release = () => {};
  queues.set(engine, new Promise((resolve) => (release = resolve)));
  try {
    await orAborted(before, signal);
    return release;
  } catch (error) {
    before.then(release);
    throw explain(error, signal);
  }
}

/** The promise, or a rejection as soon as the signal is aborted. */
async function orAborted<T>(promise: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return promise;
  promise.catch(() => {}); // nobody may be waiting any more when it is rejected
  let onAbort = () => {};
  const aborted = new Promise<never>((_, reject) => {
    onAbort = () => reject(signal.reason);
    if (signal.aborted) onAbort();
    else signal.addEventListener('abort', onAbort);
  });
  aborted.catch(() => {});
  try {
    return await Promise.race([aborted, promise]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}
