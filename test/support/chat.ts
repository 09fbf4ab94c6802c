// A client of the examples' chat routes: what `useChat` sends, and what it reads.
import { parseJsonEventStream, type UIMessageChunk, uiMessageChunkSchema } from 'ai';

/** Asks a question, and gives the chunks as they come. */
export async function* chat(
  url: URL | string,
  question: string,
  { signal, ...more }: { signal?: AbortSignal } & Record<string, unknown> = {},
): AsyncGenerator<UIMessageChunk> {
  const message = { id: '1', role: 'user', parts: [{ type: 'text', text: question }] };
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ messages: [message], ...more }),
    ...(signal && { signal }),
  });
  if (!response.ok || !response.body) throw new Error(`${response.status}: ${await response.text()}`);
  const stream = parseJsonEventStream({ stream: response.body, schema: uiMessageChunkSchema });
  for await (const result of stream) {
    if (!result.success) throw result.error;
    yield result.value;
  }
}

/** All chunks of a chat as lines: `text "…"`, `call name {…}`, `result {…}`, `error …`, `finish reason`. */
export async function read(chunks: AsyncIterable<UIMessageChunk>): Promise<string[]> {
  const lines: string[] = [];
  const texts = new Map<string, string>();
  for await (const chunk of chunks) {
    if (chunk.type === 'text-delta') texts.set(chunk.id, (texts.get(chunk.id) ?? '') + chunk.delta);
    else if (chunk.type === 'text-end') lines.push(`text ${JSON.stringify(texts.get(chunk.id) ?? '')}`);
    else if (chunk.type === 'tool-input-available')
      lines.push(`call ${chunk.toolName} ${JSON.stringify(chunk.input)}`);
    else if (chunk.type === 'tool-output-available') lines.push(`result ${JSON.stringify(chunk.output)}`);
    else if (chunk.type === 'error') lines.push(`error ${chunk.errorText}`);
    else if (chunk.type === 'finish') lines.push(`finish ${chunk.finishReason}`);
  }
  return lines;
}
