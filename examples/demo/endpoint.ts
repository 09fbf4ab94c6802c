// A model behind an OpenAI-compatible endpoint (Ollama, llama.cpp, vLLM, LM Studio, …), asked for plain text: no tools
// are sent, so it does not matter whether it has any.
import type { FinishReason, TextSource } from './text-model.ts';

export interface Endpoint {
  /** Up to and with /v1. */
  url: string;
  model: string;
  key: string | undefined;
}

/** Streams the endpoint's answers. */
export function askEndpoint(endpoint: Endpoint): TextSource {
  return async function* (messages, signal) {
    const response = await post(endpoint, { model: endpoint.model, messages, stream: true }, signal);
    let reason: FinishReason = 'stop';
    for await (const data of readEvents(response)) {
      const chunk = JSON.parse(data);
      if (chunk.error) throw new Error(`${endpoint.url} says: ${chunk.error.message ?? data}`);
      const [choice] = chunk.choices ?? [];
      if (choice?.delta?.content) yield choice.delta.content;
      if (choice?.finish_reason === 'length') reason = 'length';
    }
    return reason;
  };
}

async function post({ url, model, key }: Endpoint, body: object, signal: AbortSignal | undefined) {
  const response = await fetch(`${url}/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(key && { authorization: `Bearer ${key}` }) },
    body: JSON.stringify(body),
    signal: signal ?? null,
  }).catch(({ cause, message }) => {
    const why = cause?.code ?? cause?.message ?? message;
    throw new Error(
      `Nothing answers at ${url} (${why}). Is the server running, and does the URL end in /v1?`,
    );
  });
  if (response.ok) return response;
  const cures: Record<number, string> = {
    401: 'Pass its API key with --key.',
    403: 'Pass an API key that may use this model with --key.',
    404: `Does --url end in /v1, and is "${model}" among its models? GET ${url}/models lists them.`,
    429: 'It has had enough requests: wait a little.',
  };
  const said = (await response.text()).slice(0, 300);
  throw new Error(`${url} answers ${response.status}: ${said} ${cures[response.status] ?? ''}`.trim());
}

/** The data of server-sent events, up to `[DONE]`. */
async function* readEvents({ body }: Response): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const bytes of body as ReadableStream<Uint8Array>) {
    const lines = (rest + decoder.decode(bytes, { stream: true })).split(/\r?\n/);
    rest = lines.pop() as string;
    for (const line of lines) {
      if (!line.startsWith('data:')) continue;
      const data = line.slice('data:'.length).trim();
      if (data === '[DONE]') return;
      if (data !== '') yield data;
    }
  }
}
