// A stream of parts through a stage, driven by its reader: half the cost of a `TransformStream`, and back-pressure and
// cancel reach the source by themselves.
import type { Stage } from '../protocols/part-reader.ts';
import type { Part } from '../protocols/protocol.ts';

const hasRoom = ({ desiredSize }: ReadableStreamDefaultController) => (desiredSize ?? 0) > 0;

/**
 * What a stage makes of a stream. One that breaks off gives what was held first, then its error; one that was aborted by
 * the signal only its error, since nobody waits for more, and the SDK would set about repairing half a call.
 */
export function pullThrough(
  source: ReadableStream<Part>,
  createStage: (write: (part: Part) => void) => Stage,
  signal?: AbortSignal,
): ReadableStream<Part> {
  const reader = source.getReader();
  let stage: Stage;
  let isCancelled = false;
  let failure: { readonly error: unknown } | undefined;
  return new ReadableStream<Part>({
    start(controller) {
      stage = createStage((part) => controller.enqueue(part));
    },
    // Goes on while there is room: a pull that gives no part is not repeated, and one that ends costs more than one
    // that goes on.
    async pull(controller) {
      if (failure) throw failure.error;
      try {
        while (hasRoom(controller)) {
          const { done, value } = await reader.read();
          if (isCancelled) return;
          if (done) stage.finish();
          else stage.feed(value);
          if (done) controller.close();
        }
      } catch (error) {
        void reader.cancel(error).catch(() => {});
        if (!signal?.aborted) stage.finish();
        // An error takes with it what has not been read yet, so then it waits for the next pull.
        if (hasRoom(controller)) throw error;
        failure = { error };
      }
    },
    cancel(reason) {
      isCancelled = true;
      return failure ? undefined : reader.cancel(reason);
    },
  });
}
