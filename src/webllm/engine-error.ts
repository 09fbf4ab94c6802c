// What went wrong in the engine, with what to do about it. Engines in a worker reject with text, others with errors.

/** An error of the engine. Its own is the `cause`. */
export class WebLLMError extends Error {
  override readonly name = 'WebLLMError';
}

/** By what the engine says: what to do. Where nothing stands here, its own message says it. */
const cures: readonly [says: RegExp, cure: string][] = [
  [
    /not of type ModelType\.VLM|kernel image_embed/,
    'Load a vision model, such as Phi-3.5-vision, or leave out the images.',
  ],
  [
    /grammar matcher/i,
    'Leave out "constrain", or the responseFormat, to see whether a tool’s schema is the cause.',
  ],
  [/Model not loaded|not loaded with a model/, 'Load one first: await engine.reload(modelId).'],
  [/which model to use|Specified model/i, 'Name the one that is meant: webllm(engine, { modelId }).'],
  [
    /device was lost|GPUDevice|WebGPU/,
    'Load the model again, or a smaller one: the GPU may be out of memory.',
  ],
];

/** The error that a caller gets: for an abort what the AI SDK takes for one, else the engine's with a cure. */
export function explain(error: unknown, signal: AbortSignal | undefined): unknown {
  if (signal?.aborted) return abortErrorOf(signal.reason);
  if (error instanceof WebLLMError) return error;
  const message = error instanceof Error ? error.message : String(error);
  const cure = cures.find(([says]) => says.test(message))?.[1];
  return new WebLLMError(cure ? `${message.replace(/([^.!?])\s*$/, '$1.')} ${cure}` : message, {
    cause: error,
  });
}

function abortErrorOf(reason: unknown): unknown {
  const name = (reason as { name?: unknown } | undefined)?.name;
  if (name === 'AbortError' || name === 'TimeoutError') return reason;
  return new DOMException(reason === undefined ? 'The call was aborted.' : String(reason), 'AbortError');
}
