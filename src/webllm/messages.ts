// A prompt of the AI SDK as messages of the engine: one system message, in front; text, and images for models that see;
// the user's message last. What the engine would drop or refuse is said here, with what to do about it.
import { isRecord } from '../arguments/shape.ts';
import type { EngineMessage, MessagePart } from './engine.ts';

/** A message as the AI SDK passes it. */
export interface PromptMessage {
  role: string;
  content: string | readonly PromptPart[];
}

/** A part of one. */
export interface PromptPart {
  type: string;
  text?: string | undefined;
  mediaType?: string | undefined;
  data?: unknown;
}

/** The messages, and what was changed on the way. */
export function writeMessages(prompt: readonly PromptMessage[]): {
  messages: EngineMessage[];
  notes: string[];
} {
  const notes: string[] = [];
  const system = prompt.filter(({ role }) => role === 'system').map(({ content }) => String(content));
  const others = prompt.filter(({ role }) => role !== 'system');
  const last = others.at(-1);
  if (last?.role === 'assistant' || last === undefined)
    throw new TypeError(
      `WebLLM answers a message of the user, but ${last ? 'the last one is of the assistant' : 'there is none'}. End the messages with one of role "user".`,
    );
  if (prompt.slice(0, system.length).some(({ role }) => role !== 'system'))
    notes.push(
      'System messages stand before all others in WebLLM: those further on were moved to the front.',
    );
  const messages: EngineMessage[] = others.map(writeMessage);
  if (system.length > 0) messages.unshift({ role: 'system', content: system.join('\n\n') });
  return { messages, notes };
}

function writeMessage({ role, content }: PromptMessage): EngineMessage {
  const parts = typeof content === 'string' ? [{ type: 'text', text: content }] : content;
  if (role === 'user') return { role, content: writeUserContent(parts) };
  if (role === 'tool' || parts.some(({ type }) => type === 'tool-call' || type === 'tool-result'))
    throw new TypeError(
      'WebLLM can not be told of calls and their results as such. Wrap the model, so that they are told as text: withTools(webllm(engine), hermesToolMiddleware).',
    );
  // Thoughts are not shown to a model again; its chat template would drop them too.
  return { role: 'assistant', content: textOf(parts) };
}

const textOf = (parts: readonly PromptPart[]) =>
  parts
    .filter(({ type }) => type === 'text')
    .map(({ text }) => text)
    .join('\n');

/** Text as it is, or with images behind it: the engine takes one text per message. */
function writeUserContent(parts: readonly PromptPart[]): string | MessagePart[] {
  const text = textOf(parts);
  const images = parts.filter(({ type }) => type !== 'text').map(writeImage);
  if (images.length === 0) return text;
  return text === '' ? images : [{ type: 'text', text }, ...images];
}

function writeImage({ type, mediaType = '', data }: PromptPart): MessagePart {
  if (type !== 'file' || !/^image(?:\/|$)/.test(mediaType))
    throw new TypeError(
      `WebLLM takes text and images, got a part of type "${type}"${mediaType && ` with ${mediaType}`}. Leave it out, or put what it says into text.`,
    );
  return { type: 'image_url', image_url: { url: urlOf(data, mediaType) } };
}

/** Bytes, base64 or an address; AI SDK 7 says which it is. */
function urlOf(data: unknown, mediaType: string): string {
  if (data instanceof URL) return data.href;
  if (data instanceof Uint8Array) return urlOf(toBase64(data), mediaType);
  if (isRecord(data)) return urlOf(data.type === 'url' ? toUrl(data.url) : data.data, mediaType);
  if (typeof data !== 'string')
    throw new TypeError(
      'WebLLM takes images as bytes, base64 or an address. A reference to a file elsewhere is none.',
    );
  if (/^(?:https?:|data:)/.test(data)) return data;
  return `data:${mediaType.includes('/') && !mediaType.endsWith('*') ? mediaType : 'image/png'};base64,${data}`;
}

const toUrl = (url: unknown) => (typeof url === 'string' ? new URL(url) : url);

function toBase64(bytes: Uint8Array): string {
  let units = '';
  for (let at = 0; at < bytes.length; at += 8192)
    units += String.fromCharCode(...bytes.subarray(at, at + 8192));
  return btoa(units);
}
