// WebLLM's own worker, but for the engine: no GPU, no weights.
import { type MLCEngine, WebWorkerMLCEngineHandler } from '@mlc-ai/web-llm';
import { ScriptedEngine } from './engine.ts';

const handler = new WebWorkerMLCEngineHandler();
const engine = new ScriptedEngine();
engine.setInitProgressCallback(handler.engine.getInitProgressCallback());
handler.engine = engine as unknown as MLCEngine;
self.onmessage = (event) => handler.onmessage(event);
