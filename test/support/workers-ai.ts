// Workers AI as a script: the service behind the binding `AI`. The binding itself is workerd's own; miniflare sends
// what it asks for here, as `wrangler dev` would send it to Cloudflare. Answers are written as Workers AI writes them.
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setImmediate as tick } from 'node:timers/promises';

/** What `env.AI.run(model, inputs)` sends. */
export interface Run {
  model: string;
  inputs: {
    messages: { role: string; content: string }[];
    stream?: boolean;
    tools?: unknown;
    response_format?: { type: string; json_schema: Record<string, unknown> };
  };
}

/** A streamed answer. */
export interface StreamAnswer {
  deltas: readonly unknown[];
  /** `{"response": …}`, as most models, or chunks as OpenAI's. Default: `'native'`. */
  style?: 'native' | 'openai';
  /** Of the last chunk; by default there is none, and the provider takes it for `stop`. */
  finishReason?: string;
  /** False: the stream ends without `data: [DONE]`. Default: true. */
  done?: boolean;
  /** Awaited before each delta. */
  before?: (index: number) => unknown;
}

/** An answer: a stream, a JSON body, or an error of the service. */
export type Answer = StreamAnswer | { body: unknown } | { status: number; error: unknown };

/** The running service. */
export interface WorkersAI extends AsyncDisposable {
  readonly url: URL;
  readonly runs: Run[];
  /** Streams that were cut off by who reads them. */
  cancelled: number;
  /** Streams being written. */
  open: number;
}

/** Starts the service; `answer` is asked once per run. */
export async function startWorkersAI(answer: (run: Run, index: number) => Answer): Promise<WorkersAI> {
  const server = createServer(async (request, response) => {
    try {
      const run = await readRun(request);
      await respond(answer(run, service.runs.push(run) - 1), response, service);
    } catch (error) {
      response.writeHead(500, json).end(JSON.stringify({ errors: [{ code: 1, message: String(error) }] }));
    }
  });
  server.keepAliveTimeout = 0; // a connection that is closed while it is being used again is lost
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const service: WorkersAI = {
    url: new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`),
    runs: [],
    cancelled: 0,
    open: 0,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
    },
  };
  return service;
}

const json = { 'content-type': 'application/json' };

async function readRun(request: IncomingMessage): Promise<Run> {
  let body = '';
  for await (const chunk of request) body += chunk;
  const model = String(request.headers['mf-header-cf-consn-model-id']);
  return { model, inputs: JSON.parse(body).inputs };
}

async function respond(answer: Answer, response: ServerResponse, service: WorkersAI): Promise<void> {
  if ('body' in answer) response.writeHead(200, json).end(JSON.stringify(answer.body));
  else if ('status' in answer) response.writeHead(answer.status, json).end(JSON.stringify(answer.error));
  else {
    service.open++;
    await writeStream(answer, response);
    if (!response.writableFinished && response.destroyed) service.cancelled++;
    service.open--;
  }
}

async function writeStream(answer: StreamAnswer, response: ServerResponse): Promise<void> {
  const { deltas, style = 'native', finishReason, done = true, before = () => tick() } = answer;
  const closed = new Promise((resolve) => response.once('close', resolve));
  const send = (data: unknown) => response.write(`data: ${JSON.stringify(data)}\n\n`);
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  for (const [index, delta] of deltas.entries()) {
    await Promise.race([before(index), closed]);
    if (response.destroyed) return;
    send(style === 'native' ? { response: delta, p: 'abcdef' } : openaiChunk({ content: delta }, null));
  }
  const usage = { prompt_tokens: 20, completion_tokens: deltas.length, total_tokens: 20 + deltas.length };
  if (style === 'openai') send({ ...openaiChunk({}, finishReason ?? 'stop'), usage });
  else if (done) send({ response: '', usage, ...(finishReason && { finish_reason: finishReason }) });
  response.end(done ? 'data: [DONE]\n\n' : undefined);
  await closed;
}

const openaiChunk = (delta: object, finish_reason: string | null) => ({
  id: 'id-1',
  object: 'chat.completion.chunk',
  choices: [{ index: 0, delta, finish_reason }],
});
