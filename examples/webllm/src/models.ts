// Models to pick from, and the format that each was trained to write calls in; `wire` suits those that were trained for
// none. Ids are those of WebLLM's `prebuiltAppConfig`, which has many more.
import type { formats } from 'toolwire';

export interface ModelEntry {
  readonly id: string;
  readonly format: keyof typeof formats;
  /** What it takes of the GPU's memory, in GB. */
  readonly memory: number;
  /** Whether it thinks before it answers. */
  readonly thinks?: boolean;
  /** Whether a grammar holds its calls to the tools' schemas: not where a call has no mark that opens it. Default: true. */
  readonly isHeld?: boolean;
}

export const models: readonly ModelEntry[] = [
  { id: 'Qwen2.5-1.5B-Instruct-q4f16_1-MLC', format: 'hermes', memory: 1.6 },
  { id: 'Qwen3-1.7B-q4f16_1-MLC', format: 'hermes', memory: 2, thinks: true },
  { id: 'Qwen3.5-2B-q4f16_1-MLC', format: 'qwen3Coder', memory: 2.2, thinks: true },
  { id: 'Hermes-3-Llama-3.2-3B-q4f16_1-MLC', format: 'hermes', memory: 2.3 },
  { id: 'Llama-3.2-3B-Instruct-q4f16_1-MLC', format: 'llama3Json', memory: 2.3, isHeld: false },
  { id: 'Ministral-3-3B-Instruct-2512-BF16-q4f16_1-MLC', format: 'mistralCompact', memory: 2.9 },
  { id: 'gemma-2-2b-it-q4f16_1-MLC', format: 'wire', memory: 1.9 },
];

/** No model at all: answers by rule, for browsers without WebGPU, and for tests. */
export const scriptedModel: ModelEntry = { id: 'scripted', format: 'hermes', memory: 0 };
