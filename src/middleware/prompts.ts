// What models are told of their tools, per family. Each gets the tools as the protocol writes them and a call of one of
// them as an example. The wording is short on purpose: it is paid for in every request.

/** What holds for calls in any format but for how they start. */
const rulesAfter = (start: string) => [
  'Use only these tools, with their exact names and parameters. If a required value is missing, ask for it.',
  'For several calls, write one after the other, in one answer.',
  `${start} the calls and stop: the results come in the next message. Never make up a result.`,
  'When no tool is needed, or the results suffice, answer in plain text without any call.',
];

/** For calls with a marker of their own. */
const rules = /* @__PURE__ */ rulesAfter('You may say in a sentence what you are about to do. Then write');

const list = (lines: readonly string[]) => lines.map((line) => `- ${line}`).join('\n');

/** For Hermes, Qwen and others trained on `<tool_call>`. */
export const hermesPrompt = (tools: string, example: string) =>
  `You can call functions to help with the user's request. Their signatures are given as JSON within <tools></tools>:
<tools>
${tools}
</tools>

A call is a JSON object with the function's name and its arguments within <tool_call></tool_call>, for instance:
${example}

${list([...rules, 'Results are given within <tool_response></tool_response>.'])}`;

/** For Gemma, which is good with fences. */
export const gemmaPrompt = (tools: string, example: string) =>
  `You have access to these functions, one JSON object a line:
${tools}

To call one, write a code block marked tool_call that holds a JSON object with its name and arguments, for instance:
${example}

${list([...rules, 'Mark nothing else as tool_call. Results are given in code blocks marked tool_response.'])}`;

/** For models that are good with XML. */
export const xmlPrompt = (tools: string, example: string) =>
  `You have these tools, one JSON object a line:
${tools}

To call one, write an XML element named as the tool, with one element for each parameter, for instance:
${example}

${list([
  ...rules,
  'Write the elements as they are, not in a code block. A list is a series of <item> elements; an object holds an element for each of its keys.',
  'Text that holds < or & may stand in <![CDATA[ ]]>.',
  'Results are given within <tool_response></tool_response>.',
])}`;

const promptWith = (lines: readonly string[]) => (tools: string, example: string) =>
  `You have these tools, one JSON object a line:
${tools}

To call one, write exactly in this form:
${example}

${list(lines)}`;

/** For any other format. */
export const plainPrompt = /* @__PURE__ */ promptWith(rules);

/** For calls without a marker, which are calls only where the answer starts. */
export const barePrompt = /* @__PURE__ */ promptWith(/* @__PURE__ */ rulesAfter('Begin your answer with'));
