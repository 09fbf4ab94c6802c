// What the types refuse, because it would fail, or do nothing, at run time.
import {
  createToolMiddleware,
  hermesToolMiddleware,
  jsonMixProtocol,
  toolCallOptions,
  toolMiddleware,
  withTools,
} from 'toolwire';

const protocol = jsonMixProtocol();
const toolSystemPromptTemplate = (tools: string) => tools;
const model = {} as Parameters<typeof withTools>[0];

export const refused = [
  // @ts-expect-error: no protocol
  createToolMiddleware({ toolSystemPromptTemplate }),
  // @ts-expect-error: no prompt
  createToolMiddleware({ protocol }),
  // @ts-expect-error: the name of a format, not its protocol
  createToolMiddleware({ protocol: 'hermes', toolSystemPromptTemplate }),
  // @ts-expect-error: the tools come as text
  createToolMiddleware({ protocol, toolSystemPromptTemplate: (tools: string[]) => tools.join() }),
  // @ts-expect-error: no such place
  createToolMiddleware({ protocol, toolSystemPromptTemplate, placement: 'middle' }),
  // @ts-expect-error: left out is not the same as undefined
  createToolMiddleware({ protocol, toolSystemPromptTemplate, placement: undefined }),
  // @ts-expect-error: no such option
  toolMiddleware('hermes', { place: 'first' }),
  // @ts-expect-error: no such way to read
  toolMiddleware('hermes', { onMalformed: 'throw' }),
  // @ts-expect-error: no middleware
  withTools(model),
  // @ts-expect-error: the SDK has to make a model of its name first
  withTools('a-model', hermesToolMiddleware),
  // @ts-expect-error: no function
  toolCallOptions({ onError: 'log' }),
  // @ts-expect-error: no such way to read
  toolCallOptions({ reasoning: 'maybe' }),
];
