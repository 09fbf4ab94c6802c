// How callers are told what is odd.
import type { OnError } from './protocol.ts';

/**
 * Tells the caller, if it wants to know. This is never fatal: what a callback throws, or rejects with, does not stop the
 * reading.
 */
export function report(
  onError: OnError | undefined,
  message: string,
  metadata?: Record<string, unknown>,
): void {
  try {
    void Promise.resolve(onError?.(message, metadata)).catch(() => {});
  } catch {}
}
