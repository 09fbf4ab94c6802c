// examples/node on Node, Bun and Deno: by the script, and over an endpoint that knows no tools.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { chat, read } from '../support/chat.ts';
import { run, serve } from '../support/examples.ts';

/** An endpoint as OpenAI's, that refuses tools and answers by text alone. */
async function startEndpoint(answers: string[]) {
  const requests: { tools?: unknown; messages: unknown[] }[] = [];
  const server = createServer(async (request, response) => {
    const body = JSON.parse((await request.toArray()).join(''));
    requests.push(body);
    if (body.tools) response.writeHead(400).end('{"error": {"message": "does not support tools"}}');
    const send = (delta: object, finish_reason: string | null = null) =>
      response.write(`data: ${JSON.stringify({ choices: [{ index: 0, delta, finish_reason }] })}\n\n`);
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    for (const content of answers.shift()?.match(/.{1,4}/gs) ?? []) send({ content });
    send({}, 'stop');
    response.end('data: [DONE]\n\n');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    requests,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
    },
  };
}

test('the types are right', () => run('node', 'tsc'));

test('Node runs a tool loop', async () => {
  expect(await run('node', 'node', ['node.ts'])).toBe(
    'Let me look. \nget_weather {"city":"Paris","days":2} → {"city":"Paris","days":2,"celsius":17}\nIt will be 17 degrees.\n',
  );
});

test('Node runs a tool loop over an endpoint without tools', async () => {
  await using endpoint = await startEndpoint([
    '<tool_call>\n{"name": "get_weather", "arguments": {"city": "Rome"}}\n</tool_call>',
    'Sunny.',
  ]);
  expect(await run('node', 'node', ['node.ts', 'Rome?', '--url', endpoint.url, '--model', 'any'])).toBe(
    '\nget_weather {"city":"Rome"} → {"city":"Rome","days":1,"celsius":16}\nSunny.\n',
  );
  expect(endpoint.requests.map(({ tools, messages }) => [tools, messages.length])).toEqual([
    [undefined, 2],
    [undefined, 4],
  ]);
});

test('a URL without a model is told', async () => {
  await expect(run('node', 'node', ['node.ts', '--url', 'http://localhost'])).rejects.toThrow('but no model');
});

test.each([
  ['bun', ['bun.ts']],
  [
    'deno',
    ['serve', '--allow-env', '--allow-net', '--allow-sys', '--host', '127.0.0.1', '--port', '0', 'deno.ts'],
  ],
])('%s serves a tool loop', async (command, args) => {
  await using server = await serve('node', command, args);
  expect(await read(chat(server.url, 'Will it rain in Paris?'))).toEqual([
    'text "Let me look. "',
    'call get_weather {"city":"Paris","days":2}',
    'result {"city":"Paris","days":2,"celsius":17}',
    'text "It will be 17 degrees."',
    'finish stop',
  ]);
});
