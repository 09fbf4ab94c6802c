// A Worker's isolate through workerd's inspector: the heap after a collection, and CPU time by package.
import { readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';

interface Profile {
  nodes: { id: number; callFrame: { functionName: string; lineNumber: number; columnNumber: number } }[];
  samples: number[];
  timeDeltas: number[];
}

type Result = Record<string, unknown>;

/**
 * Milliseconds of CPU by package, sampled. `workerd` is all that is no JavaScript of the bundle: streams, the collector,
 * I/O, and miniflare's proxies before and behind the worker, which share its thread.
 */
export type CpuTimes = Map<string, number>;

/** A connection to one isolate. */
export class Isolate implements Disposable {
  readonly #socket: WebSocket;
  readonly #map: SourceMap;
  readonly #waiting = new Map<number, (message: { result: Result }) => void>();
  #context = 0;

  static async open(url: URL, mapFile: string): Promise<Isolate> {
    const socket = new WebSocket(url);
    await new Promise((resolve, reject) => {
      socket.onopen = resolve;
      socket.onerror = reject;
    });
    const isolate = new Isolate(socket, new SourceMap(JSON.parse(readFileSync(mapFile, 'utf8'))));
    await isolate.#send('Runtime.enable');
    await isolate.#send('Profiler.enable');
    return isolate;
  }

  private constructor(socket: WebSocket, map: SourceMap) {
    this.#socket = socket;
    this.#map = map;
    socket.onmessage = ({ data }) => {
      const message = JSON.parse(String(data));
      if (message.method === 'Runtime.executionContextCreated') this.#context = message.params.context.id;
      else this.#waiting.get(message.id)?.(message);
    };
  }

  /** Bytes in use once nothing more can be collected. */
  async heldBytes(): Promise<number> {
    let held = Number.POSITIVE_INFINITY;
    for (let round = 0; round < 10; round++) {
      await this.#send('Runtime.evaluate', { expression: 'gc()', contextId: this.#context });
      const { usedSize, embedderHeapUsedSize, backingStorageSize } = await this.#send('Runtime.getHeapUsage');
      held = Math.min(held, Number(usedSize) + Number(embedderHeapUsedSize) + Number(backingStorageSize));
      await new Promise((resolve) => setTimeout(resolve, 50)); // streams are let go of between turns
    }
    return held;
  }

  /** The CPU time of what is done meanwhile. */
  async profile(work: () => Promise<unknown>): Promise<CpuTimes> {
    await this.#send('Profiler.start');
    await work();
    const { profile } = await this.#send('Profiler.stop');
    return this.#timesOf(profile as Profile);
  }

  #timesOf({ nodes, samples, timeDeltas }: Profile): CpuTimes {
    const packages = new Map(nodes.map(({ id, callFrame }) => [id, this.#packageOf(callFrame)]));
    const times: CpuTimes = new Map();
    // A sample that comes late was kept waiting by another process.
    const median = timeDeltas.toSorted((a, b) => a - b)[timeDeltas.length >> 1] as number;
    for (const [index, id] of samples.entries()) {
      const name = packages.get(id) ?? 'workerd';
      times.set(name, (times.get(name) ?? 0) + Math.min(timeDeltas[index] as number, 2 * median) / 1000);
    }
    times.delete('idle');
    return times;
  }

  #packageOf({ functionName, lineNumber, columnNumber }: Profile['nodes'][number]['callFrame']): string {
    if (functionName === '(idle)') return 'idle';
    const entry = lineNumber < 0 ? {} : this.#map.findEntry(lineNumber, columnNumber);
    if (!('originalSource' in entry)) return 'workerd';
    const [name] =
      /(?<=node_modules\/)(@[^/]+\/)?[^/]+(?!.*node_modules\/)/.exec(String(entry.originalSource)) ?? [];
    return name ?? 'the example';
  }

  #send(method: string, params: object = {}): Promise<Result> {
    const id = this.#waiting.size + 1;
    return new Promise((resolve) => {
      this.#waiting.set(id, ({ result }) => resolve(result));
      this.#socket.send(JSON.stringify({ id, method, params }));
    });
  }

  [Symbol.dispose](): void {
    this.#socket.close();
  }
}
