// `toolwire/webllm`: WebLLM's engine as a model of the AI SDK, and grammars that hold it to the tools it has.
export {
  type StructuralTag,
  type StructuralTagFormat,
  type StructuralTagItem,
  type StructuralTagOptions,
  structuralTagFor,
} from './webllm/structural-tag.ts';
