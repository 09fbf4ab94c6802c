// All formats: one line each.
export { deepseekV3 } from './deepseek-v3.ts';
export { gemma } from './gemma.ts';
export { glm45 } from './glm-4.5.ts';
export { hermes } from './hermes.ts';
export { kimiK2 } from './kimi-k2.ts';
export { mistralCompact } from './mistral-compact.ts';
export { qwen3Coder } from './qwen3-coder.ts';
