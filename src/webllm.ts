// `toolwire/webllm`: WebLLM's engine as a model of the AI SDK, and grammars that hold it to the tools it has.
export type { WebLLMEngine } from './webllm/engine.ts';
export { WebLLMError } from './webllm/engine-error.ts';
export { type WebLLMModel, type WebLLMOptions, webllm } from './webllm/model.ts';
export type { Constraint } from './webllm/request.ts';
export type { SpecificationVersion } from './webllm/shapes.ts';
export {
  type StructuralTag,
  type StructuralTagFormat,
  type StructuralTagItem,
  type StructuralTagOptions,
  structuralTagFor,
} from './webllm/structural-tag.ts';
