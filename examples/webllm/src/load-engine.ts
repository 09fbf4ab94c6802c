// Loads a model into WebLLM's engine. The page talks to the worker by WebLLM's own client, whichever engine is in there.
import type { InitProgressReport, MLCEngineInterface } from '@mlc-ai/web-llm';
import { type ModelEntry, scriptedModel } from './models.ts';

/** Why no model can run here; nothing if one can. */
export async function findObstacle(): Promise<string | undefined> {
  if (!('gpu' in navigator)) return 'This browser has no WebGPU, which models need.';
  const gpu = navigator.gpu as { requestAdapter(): Promise<unknown> };
  const adapter = await gpu.requestAdapter().catch(() => null);
  return adapter ? undefined : 'This browser has WebGPU, but no GPU that it may use.';
}

/** A model that is loaded. */
export interface LoadedEngine {
  readonly engine: MLCEngineInterface;
  /** Frees the GPU. */
  unload(): void;
}

export async function loadEngine(
  { id }: ModelEntry,
  onProgress: (report: InitProgressReport) => void,
): Promise<LoadedEngine> {
  const { CreateWebWorkerMLCEngine } = await import('@mlc-ai/web-llm'); // large, so not before it is needed
  const worker = id === scriptedModel.id ? startScriptedWorker() : startWorker();
  // The engine's promise stays open if its worker does not start.
  const failure = new Promise<never>((_, reject) => {
    worker.onerror = ({ message }) => reject(new Error(message || 'The worker could not be started.'));
  });
  try {
    const loading = CreateWebWorkerMLCEngine(worker, id, { initProgressCallback: onProgress });
    return { engine: await Promise.race([loading, failure]), unload: () => worker.terminate() };
  } catch (error) {
    worker.terminate();
    throw error;
  }
}

const startWorker = () => new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
const startScriptedWorker = () =>
  new Worker(new URL('./scripted/worker.ts', import.meta.url), { type: 'module' });
