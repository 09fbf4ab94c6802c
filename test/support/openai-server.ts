// A scripted model behind an OpenAI-compatible server. It knows the right calls of some cases, and makes them natively
// if it is given tools, or as text if its prompt has the manual of `compactTools()`. It counts tokens as o200k_base does,
// and can be told to be wrong, slow, broken or silent.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { getEncoding } from 'js-tiktoken';
import { type Tool, wireProtocol } from 'toolwire';

interface Call {
  toolName: string;
  input: unknown;
}

/** What the model does when asked this: calls, answer by answer, and then a word that it is done. */
export interface Script {
  readonly name: string;
  readonly prompt: string;
  readonly tools: readonly Tool[];
  readonly turns: readonly (readonly Call[])[];
}

interface Message {
  role: string;
  content: string | { text?: string }[] | null;
}

interface Body {
  model: string;
  stream?: boolean;
  messages: Message[];
  tools?: unknown[];
}

/** A request as the model sees it. */
export interface Seen {
  readonly model: string;
  readonly mode: 'native' | 'compact' | 'none';
  /** The case's name. */
  readonly case: string;
  /** Answers that it has given before, in this conversation. */
  readonly turn: number;
  /** Requests before this one, of all conversations. */
  readonly index: number;
  readonly system: string;
  readonly authorization: string | undefined;
}

/** What goes wrong with an answer. */
export interface Mishap {
  /** Says something else. */
  isWrong?: boolean;
  /** Answers with this HTTP status. */
  status?: number;
  /** Milliseconds before the answer. */
  latency?: number;
  /** Never answers. */
  isSilent?: boolean;
}

interface Answer {
  text: string;
  calls: readonly Call[];
}

const encoding = getEncoding('o200k_base');
const count = (value: unknown) =>
  encoding.encode(typeof value === 'string' ? value : JSON.stringify(value)).length;
const textOf = ({ content }: Message) =>
  typeof content === 'string' ? content : (content ?? []).map(({ text }) => text ?? '').join('');

export class OpenAIServer {
  readonly seen: Seen[] = [];
  /** Decides what goes wrong. */
  mishap: (seen: Seen) => Mishap = () => ({});
  readonly #scripts: readonly Script[];
  readonly #server = createServer((request, response) => void this.#answer(request, response));

  constructor(scripts: readonly Script[]) {
    this.#scripts = scripts;
  }

  /** Starts it; gives the URL, up to and with /v1. */
  async listen(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/v1`;
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.method !== 'POST' || request.url !== '/v1/chat/completions')
      return void response.writeHead(404).end();
    const body = (await json(request)) as Body;
    const seen = this.#look(body, request);
    this.seen.push(seen);
    const { isWrong = false, status = 200, latency = 0, isSilent = false } = this.mishap(seen);
    if (isSilent) return;
    if (latency > 0) await new Promise((resolve) => setTimeout(resolve, latency));
    if (status !== 200) return send(response, status, { error: { message: `scripted ${status}` } });
    const answer = this.#write(seen, isWrong);
    const usage = usageOf(body, answer);
    if (body.stream) stream(response, body, answer, usage);
    else send(response, 200, completion(body, answer, usage));
  }

  #look({ model, messages, tools }: Body, { headers }: IncomingMessage): Seen {
    const system = messages
      .filter(({ role }) => role === 'system')
      .map(textOf)
      .join('\n');
    const asked = messages.find(({ role }) => role === 'user');
    return {
      model,
      mode: tools?.length ? 'native' : system.includes('<call>') ? 'compact' : 'none',
      case: this.#scripts.find(({ prompt }) => asked && textOf(asked) === prompt)?.name ?? '',
      turn: messages.filter(({ role }) => role === 'assistant').length,
      index: this.seen.length,
      system,
      authorization: headers.authorization,
    };
  }

  #write({ mode, case: name, turn, system }: Seen, isWrong: boolean): Answer {
    const script = this.#scripts.find((one) => one.name === name);
    const calls = script?.turns[turn] ?? [];
    if (!script || mode === 'none') return { text: 'I do not know how.', calls: [] };
    if (isWrong) return { text: 'I would rather not.', calls: [] };
    if (calls.length === 0) return { text: 'Done.', calls: [] };
    if (mode === 'native') return { text: '', calls };
    const protocol = wireProtocol({ syntax: /^<call>\S+ ?\{/m.test(system) ? 'json' : 'wire' });
    return { text: calls.map((call) => protocol.formatToolCall(call, script.tools)).join('\n'), calls: [] };
  }
}

function usageOf({ messages, tools = [] }: Body, { text, calls }: Answer) {
  const prompt = count(messages) + tools.reduce<number>((sum, tool) => sum + count(tool), 0);
  const written = calls.reduce(
    (sum, { toolName, input }) => sum + count({ name: toolName, arguments: input }),
    count(text),
  );
  return { prompt_tokens: prompt, completion_tokens: written, total_tokens: prompt + written };
}

type Usage = ReturnType<typeof usageOf>;

function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

const nativeCalls = (calls: readonly Call[]) =>
  calls.map(({ toolName, input }, index) => ({
    index,
    id: `call_${index}`,
    type: 'function',
    function: { name: toolName, arguments: JSON.stringify(input) },
  }));

function completion({ model }: Body, { text, calls }: Answer, usage: Usage) {
  const message = {
    role: 'assistant',
    content: text || null,
    ...(calls.length && { tool_calls: nativeCalls(calls) }),
  };
  const choice = { index: 0, message, finish_reason: calls.length ? 'tool_calls' : 'stop' };
  return { id: 'scripted', object: 'chat.completion', created: 0, model, choices: [choice], usage };
}

/** Units per delta. */
const DELTA = 7;

function stream(response: ServerResponse, { model }: Body, { text, calls }: Answer, usage: Usage): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  const chunk = (delta: unknown, rest: object = {}) => {
    const choices = [{ index: 0, delta, finish_reason: null, ...rest }];
    response.write(`data: ${JSON.stringify({ id: 'scripted', created: 0, model, choices })}\n\n`);
  };
  for (let at = 0; at < text.length; at += DELTA) chunk({ content: text.slice(at, at + DELTA) });
  for (const { index, id, type, function: called } of nativeCalls(calls)) {
    chunk({ tool_calls: [{ index, id, type, function: { name: called.name, arguments: '' } }] });
    for (let at = 0; at < called.arguments.length; at += DELTA)
      chunk({ tool_calls: [{ index, function: { arguments: called.arguments.slice(at, at + DELTA) } }] });
  }
  chunk({}, { finish_reason: calls.length ? 'tool_calls' : 'stop' });
  response.end(
    `data: ${JSON.stringify({ id: 'scripted', created: 0, model, choices: [], usage })}\n\ndata: [DONE]\n\n`,
  );
}
