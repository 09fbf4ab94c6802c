// What the model is called with: its tools in the system message, the conversation as plain text, and nothing of it in
// the provider's own fields. A call without tools, in a conversation without them, is left alone.

import { report } from '../protocols/report.ts';
import { addSystemText, hasToolParts, rewritePrompt } from './prompt.ts';
import { sampleInput } from './sample-input.ts';
import type { CallParams, Model, SdkTool } from './sdk.ts';
import type { Settings } from './settings.ts';
import { keepTools, optionsOf, type State, withState } from './state.ts';
import { type ForcedChoice, forcedChoiceOf, responseFormatOf } from './tool-choice.ts';

/** Specifications whose files are bare data. */
const untagged = new Set<unknown>(['v2', 'v3']);

/** Rewrites the parameters of one call. */
export function transformParams(params: CallParams, model: Model, settings: Settings): CallParams {
  const { tools: given = [], toolChoice, ...rest } = params;
  if (toolChoice?.type === 'none' && settings.toolChoiceNone === 'throw')
    throw new TypeError(
      "toolChoice 'none' is refused by this middleware's option toolChoiceNone: 'throw'. Leave the tools out, or that option.",
    );
  if (given.length === 0 && !hasToolParts(params.prompt)) return params;
  const choice = forcedChoiceOf(params);
  const isShown = toolChoice?.type !== 'none';
  const known = given.filter(({ type }) => type === 'function');
  const tools = isShown ? known : [];
  const leftOut = isShown ? given.filter(({ type }) => type !== 'function') : [];
  const { onError } = { ...settings.protocol.options, ...optionsOf(params) };
  const { protocol, formatToolResponse, media } = settings;
  const isTagged = !untagged.has(model.specificationVersion);
  const writer = { protocol, tools: known, formatToolResponse, media, isTagged, onError };
  const prompt = rewritePrompt(params.prompt, writer);
  const state: State = {
    ...(leftOut.length > 0 && { warnings: leftOut.map((tool) => warningOf(tool, model)) }),
    ...(tools.length > 0 && keepTools(tools)),
    ...(choice && { toolChoice: choice }),
  };
  for (const { name } of leftOut)
    report(onError, `Tool "${name}" is the provider's own and was left out.`, { toolName: name });
  const hasState = Object.keys(state).length > 0;
  const changed = { ...rest, prompt, ...(hasState && { providerOptions: withState(params, state) }) };
  return tools.length > 0 ? showTools(changed, tools, choice, settings) : changed;
}

/** Tells the model its tools, and what it has to do with them. */
function showTools(
  params: CallParams,
  tools: readonly SdkTool[],
  choice: ForcedChoice | undefined,
  settings: Settings,
): CallParams {
  const { protocol, toolSystemPromptTemplate, placement } = settings;
  const [first] = tools as [SdkTool];
  const example = protocol.formatToolCall({ toolName: first.name, input: sampleInput(first) }, tools);
  const manual = protocol.formatTools({
    tools,
    toolSystemPromptTemplate: (text) => toolSystemPromptTemplate(text, example),
  });
  const prompt = (demand: string) =>
    addSystemText(params.prompt, demand === '' ? manual : `${manual}\n\n${demand}`, placement);
  const { responseFormat, ...rest } = params;
  if (choice) {
    const demanded = { ...rest, prompt: prompt(demandOf(choice)) };
    if (settings.forcedChoice === 'prompt') return demanded;
    return { ...demanded, responseFormat: responseFormatOf(choice, tools) };
  }
  // A host that holds the model to JSON would leave it no way to call.
  if (responseFormat?.type === 'json') return { ...rest, prompt: prompt(answerFormatOf(responseFormat)) };
  return { ...params, prompt: prompt('') };
}

const demandOf = (choice: ForcedChoice) =>
  choice.type === 'tool'
    ? `Answer now with a call of the tool ${choice.toolName}, and nothing else.`
    : 'Answer now with a call of one of the tools, and nothing else.';

function answerFormatOf({ schema }: NonNullable<CallParams['responseFormat']>): string {
  const kind = schema ? `that fits this JSON Schema: ${JSON.stringify(schema)}` : 'of your making';
  return `When you need no more tools, answer with nothing but a JSON value ${kind}`;
}

/** A warning in the shape of the model's specification. */
function warningOf(tool: SdkTool, { specificationVersion }: Model): unknown {
  const details = 'A tool of the provider itself can not be called through the prompt; it was left out.';
  return specificationVersion === 'v2'
    ? { type: 'unsupported-tool', tool, details }
    : { type: 'unsupported', feature: `tool "${tool.name}"`, details };
}
