// A stream of parts through a stage, driven by its reader: half the cost of a `TransformStream`, and back-pressure and
// cancel reach the source by themselves.
import type { Stage } from '../protocols/part-reader.ts';
import type { Part } from '../protocols/protocol.ts';

/** What a stage makes of a stream. One that breaks off gives what was held first, then its error. */
export function pullThrough(
  source: ReadableStream<Part>,
  createStage: (write: (part: Part) => void) => Stage,
): ReadableStream<Part> {
  const reader = source.getReader();
  let stage: Stage;
  let count = 0;
  let isCancelled = false;
  let failure: { readonly error: unknown } | undefined;
  /** Reads until something comes of it: a pull that gives no part is not repeated. False at the end. */
  const readOn = async () => {
    const before = count;
    while (count === before) {
      const { done, value } = await reader.read();
      if (isCancelled) return false;
      if (done) {
        stage.finish();
        return false;
      }
      stage.feed(value);
    }
    return true;
  };
  return new ReadableStream<Part>({
    start(controller) {
      stage = createStage((part) => {
        count++;
        controller.enqueue(part);
      });
    },
    async pull(controller) {
      if (failure) throw failure.error;
      const before = count;
      try {
        if (!(await readOn()) && !isCancelled) controller.close();
      } catch (error) {
        void reader.cancel(error).catch(() => {});
        stage.finish();
        // An error takes with it what has not been read yet, so it waits for the next pull.
        if (count === before) throw error;
        failure = { error };
      }
    },
    cancel(reason) {
      isCancelled = true;
      return reader.cancel(reason);
    },
  });
}
