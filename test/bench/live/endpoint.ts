// The provider's side of a cell: requests that are timed and kept, and errors that tell the cure.
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { APICallError, RetryError } from 'ai';

export interface Endpoint {
  readonly url: string;
  readonly key: string | undefined;
}

/** Answers of the provider to one cell. */
export interface Meter {
  /** Milliseconds. */
  latency: number;
  requests: number;
  answers: string[];
}

/** Units kept of an answer. */
const KEPT = 4000;

/** A model whose answers are metered; failed requests don't count, nor pauses before they are tried again. */
export function meterModel({ url, key }: Endpoint, name: string) {
  const meter: Meter = { latency: 0, requests: 0, answers: [] };
  const fetchMetered: typeof fetch = async (input, init) => {
    const start = performance.now();
    const response = await fetch(input, init);
    const body = await response.text();
    if (response.ok) {
      meter.latency += performance.now() - start;
      meter.requests++;
      meter.answers.push(answerOf(body).slice(0, KEPT));
    }
    const { status, statusText, headers } = response;
    return new Response(body, { status, statusText, headers: withoutEncoding(headers) });
  };
  const settings = { name: 'endpoint', baseURL: url, fetch: fetchMetered, ...(key && { apiKey: key }) };
  return { model: createOpenAICompatible(settings)(name), meter };
}

/** The body has been decoded. */
function withoutEncoding(headers: Headers): Headers {
  const plain = new Headers(headers);
  plain.delete('content-encoding');
  plain.delete('content-length');
  return plain;
}

/** What the model wrote: its text, or its native calls. */
function answerOf(body: string): string {
  try {
    const { content, tool_calls: calls } = JSON.parse(body).choices[0].message;
    return [content, calls?.length && JSON.stringify(calls)].filter(Boolean).join('\n');
  } catch {
    return body;
  }
}

/** The error that a request ended with, past the retries. */
const lastOf = (error: unknown) => (RetryError.isInstance(error) ? error.lastError : error);

/** Whether the provider refused what its model wrote, rather than what it was asked. */
export function isModelsFault(error: unknown): boolean {
  const last = lastOf(error);
  return APICallError.isInstance(last) && /tool_use_failed/.test(last.responseBody ?? '');
}

/** An error in a line, with the cure where one is known. */
export function explainError(error: unknown, url: string): string {
  const last = lastOf(error);
  if (!APICallError.isInstance(last)) {
    const { name, message } = last as Error;
    if (name === 'TimeoutError') return 'No answer in time: raise --timeout.';
    return String(message ?? last);
  }
  if (last.statusCode === undefined)
    return `Nothing answers at ${url} (${last.message}). Is the server running, and does the URL end in /v1?`;
  const cures: Record<number, string> = {
    401: 'Pass its API key with --key or OPENAI_API_KEY.',
    403: 'Pass an API key that may use this model.',
    404: `Does --url end in /v1, and is the model among GET ${url}/models? Some say so too of models without native tools: try --modes compact.`,
    429: 'It has had enough requests: lower --concurrency, or run it again later.',
  };
  return `${last.statusCode}: ${last.message} ${cures[last.statusCode] ?? ''}`.trim();
}
