// The conversation so far, as a model without tools can read it: calls and results become text in the protocol's own
// spelling. What is text already stays as it is, but for being joined.
import type { Tool } from '../formats/format.ts';
import type { Part, ToolCallProtocol, ToolResult } from '../protocols/protocol.ts';
import { report } from '../protocols/report.ts';
import type { Message } from './sdk.ts';
import { type OutputOptions, readOutput } from './tool-output.ts';

/** How to write it. */
export interface PromptWriter extends OutputOptions {
  readonly protocol: ToolCallProtocol;
  readonly tools: readonly Tool[];
  readonly formatToolResponse: (toolResult: ToolResult) => string;
}

/** Whether a prompt holds calls or results. */
export function hasToolParts(prompt: readonly Message[]): boolean {
  return prompt.some(
    ({ role, content }) =>
      role === 'tool' ||
      (role === 'assistant' &&
        typeof content !== 'string' &&
        content.some(({ type }) => type === 'tool-call' || type === 'tool-result')),
  );
}

/** Rewrites the messages; neighbours of the user become one. */
export function rewritePrompt(prompt: readonly Message[], writer: PromptWriter): Message[] {
  const messages: Message[] = [];
  for (const message of prompt) {
    const rewritten = rewriteMessage(message, writer);
    const last = messages.at(-1);
    if (last?.role === 'user' && rewritten.role === 'user') append(last, rewritten);
    else messages.push(rewritten);
  }
  return messages.map((message) =>
    typeof message.content === 'string' ? message : { ...message, content: joinTexts(message.content) },
  );
}

/** Puts text into the one system message that leads the prompt. */
export function addSystemText(
  prompt: readonly Message[],
  text: string,
  placement: 'first' | 'last',
): Message[] {
  const found = prompt.findIndex(({ role }) => role !== 'system');
  const count = found < 0 ? prompt.length : found;
  const given = prompt.slice(0, count);
  const texts = given.map(({ content }) => String(content)).filter((given) => given !== '');
  const content = (placement === 'first' ? [text, ...texts] : [...texts, text]).join('\n\n');
  const message: Message = { ...given[0], role: 'system', content };
  for (const { providerOptions } of given.slice(1)) addOptions(message, providerOptions);
  return [message, ...prompt.slice(count)];
}

/** The message with parts of its own, to which others may be added. */
function rewriteMessage(message: Message, writer: PromptWriter): Message {
  const { role } = message;
  if (role === 'system') return message;
  const parts = partsOf(message);
  if (role === 'assistant')
    return { ...message, content: parts.map((part) => rewriteAssistantPart(part, writer)) };
  if (role === 'tool')
    return { ...message, role: 'user', content: parts.flatMap((part) => rewriteToolPart(part, writer)) };
  return { ...message, content: [...parts] };
}

/** What a model reads as it is. */
const plainTypes = new Set(['text', 'reasoning', 'file', 'reasoning-file']);

function rewriteAssistantPart(part: Part, writer: PromptWriter): Part {
  if (plainTypes.has(part.type)) return part;
  if (part.type === 'tool-call')
    return textPart(
      part,
      writer.protocol.formatToolCall(part as Part & { toolName: string; input: unknown }, writer.tools),
    );
  // The result of a tool that the provider itself ran. Models take no files from themselves.
  if (part.type === 'tool-result') return rewriteResult(part, { ...writer, media: 'placeholder' }).text;
  return stringify(part, writer);
}

function rewriteToolPart(part: Part, writer: PromptWriter): Part[] {
  if (part.type !== 'tool-result') return [stringify(part, writer)];
  const { text, files } = rewriteResult(part, writer);
  return [text, ...files];
}

function rewriteResult(part: Part, writer: PromptWriter) {
  const { result, isError, files } = readOutput(part.output ?? part.result, writer);
  const toolResult = { ...part, toolName: String(part.toolName), result, isError };
  return { text: textPart(part, writer.formatToolResponse(toolResult)), files };
}

function stringify(part: Part, { onError }: PromptWriter): Part {
  report(onError, `A message holds a part of type "${part.type}", which was passed on as JSON text.`, {
    part,
  });
  return textPart(part, JSON.stringify(part));
}

/** Text in place of a part, with its options. */
function textPart(part: Part, text: string): Part {
  const { providerOptions } = part;
  return providerOptions === undefined ? { type: 'text', text } : { type: 'text', text, providerOptions };
}

/** Joins texts that stand side by side: many chat templates know one text per message. */
function joinTexts(parts: readonly Part[]): Part[] {
  const joined: Part[] = [];
  let end = ''; // the last piece of the text so far: to look at all of it each time would be quadratic
  for (const part of parts) {
    const last = joined.at(-1);
    const text = part.type === 'text' ? String(part.text) : '';
    if (last?.type !== 'text' || part.type !== 'text') {
      joined.push(part);
      end = text;
      continue;
    }
    // A text that ends its line needs no other line break: the model sees what it wrote.
    const isOnOneLine = end === '' || text === '' || end.endsWith('\n');
    const both: Part = { ...part, ...last, text: `${last.text}${isOnOneLine ? '' : '\n'}${text}` };
    addOptions(both, part.providerOptions as Message['providerOptions']);
    joined.splice(-1, 1, both);
    end = text || end;
  }
  return joined;
}

/** Adds a message to another, whose parts are its own. */
function append(to: Message, { content, providerOptions }: Message): void {
  for (const part of content as Part[]) (to.content as Part[]).push(part);
  addOptions(to, providerOptions);
}

const partsOf = ({ content }: Message): Part[] =>
  typeof content === 'string' ? [{ type: 'text', text: content }] : content;

/** Adds options provider by provider; of two for the same thing the later holds. */
function addOptions(to: Message | Part, providerOptions: Message['providerOptions']): void {
  const merged = to as { providerOptions?: Message['providerOptions'] };
  for (const [provider, options] of Object.entries(providerOptions ?? {}))
    merged.providerOptions = {
      ...merged.providerOptions,
      [provider]: { ...merged.providerOptions?.[provider], ...options },
    };
}
