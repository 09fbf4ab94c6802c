// Why an answer ended. The SDK runs tools only after 'stop' or 'tool-calls', and some hosts say neither.
import { readInput } from '../protocols/input.ts';
import type { Part } from '../protocols/protocol.ts';

/** Reasons that only say that the model was done. */
const plainReasons = new Set<unknown>(['stop', 'other', 'unknown']);

/** The reason after calls, in the shape it came in: a string in specification 2, an object since. */
export function afterCalls(finishReason: unknown): unknown {
  if (plainReasons.has(finishReason)) return 'tool-calls';
  const { unified } = Object(finishReason) as { unified?: unknown };
  return plainReasons.has(unified) ? { ...Object(finishReason), unified: 'tool-calls' } : finishReason;
}

/** Whether a part is a call for the SDK to run: whole, and not run by the provider. */
export function isRunnableCall(part: Part): boolean {
  return part.type === 'tool-call' && !part.providerExecuted && readInput(part.input).isValid;
}
