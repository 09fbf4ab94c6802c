// What the types of every SDK are tried with.
import {
  createToolMiddleware,
  gemmaToolMiddleware,
  hermesToolMiddleware,
  jsonMixProtocol,
  type ToolMiddlewareOptions,
  toolCallOptions,
  toolMiddleware,
  xmlToolMiddleware,
} from 'toolwire';

/** Options for `withTools`, in place of a middleware. */
export const settings: ToolMiddlewareOptions = {
  protocol: jsonMixProtocol(),
  toolSystemPromptTemplate: (tools, example) => `${tools}\n${example}`,
};

export const middlewares = [
  hermesToolMiddleware,
  gemmaToolMiddleware,
  xmlToolMiddleware,
  toolMiddleware('wire', { placement: 'last', maxCalls: 3 }),
  createToolMiddleware(settings),
];

/** Options of one call: all that there is. */
export const options = toolCallOptions({
  onError: (message, metadata) => console.warn(message.length, metadata?.code),
  generateId: () => 'call_1',
  debugSummary: {},
  originalToolSchemas: { get_weather: { type: 'object' } },
  reasoning: 'parse',
  onMalformed: 'drop',
  maxCalls: 3,
  ofAProtocol: { made: 'by hand' },
});
