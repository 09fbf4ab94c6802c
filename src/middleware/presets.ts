// Middlewares that are ready to use.
import { gemma } from '../formats/gemma.ts';
import { hermes } from '../formats/hermes.ts';
import { morphXml } from '../formats/morph-xml.ts';
import { createProtocol } from '../protocols/from-format.ts';
import { createToolMiddleware } from './middleware.ts';
import { gemmaPrompt, hermesPrompt, xmlPrompt } from './prompts.ts';

/** For Hermes, Qwen 2.5 and 3, and many others: `<tool_call>{"name": …, "arguments": {…}}</tool_call>`. */
export const hermesToolMiddleware = /* @__PURE__ */ createToolMiddleware({
  protocol: () => createProtocol(hermes),
  toolSystemPromptTemplate: hermesPrompt,
});

/** For Gemma, and others that are at home in Markdown: JSON in a fence marked `tool_call`. */
export const gemmaToolMiddleware = /* @__PURE__ */ createToolMiddleware({
  protocol: () => createProtocol(gemma),
  toolSystemPromptTemplate: gemmaPrompt,
});

/** For models that are at home in XML: `<get_weather><city>Paris</city></get_weather>`. */
export const xmlToolMiddleware = /* @__PURE__ */ createToolMiddleware({
  protocol: () => createProtocol(morphXml),
  toolSystemPromptTemplate: xmlPrompt,
});
