// The demo, as a process: in every format, and against an OpenAI-compatible server that tells the same story. Needs
// `npm run build`.
import { spawn } from 'node:child_process';
import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { formats } from 'toolwire';
import { describe, expect, test } from 'vitest';
import { tellStory } from '../../examples/demo/story.ts';

const root = `${import.meta.dirname}/../..`;

/** Runs the demo to its end. */
function demo(...args: string[]): Promise<{ code: number | null; out: string; err: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ['examples/demo.ts', '--pause', '0', ...args], { cwd: root });
    let out = '';
    let err = '';
    child.stdout.setEncoding('utf8').on('data', (text) => (out += text));
    child.stderr.setEncoding('utf8').on('data', (text) => (err += text));
    child.on('error', reject).on('close', (code) => resolve({ code, out, err }));
  });
}

const answer =
  'answer: Saturday is good: 15 °C. Your train leaves at 08:42 and costs 10.5 €. I noted it down.';
const ran = [
  'run get_weather {"city":"Saint-Étienne","days":3}',
  'get_weather => {"city":"Saint-Étienne","days":3,"sky":"clear","celsius":15}',
  'run find_trains {"from":"Lyon","to":"Saint-Étienne","after":"08:30"}',
  'save_note => {"saved":true,"lines":2}',
  answer,
];

const names = Object.values(formats).map(({ name }) => name);

test.each(names)('%s: the tools run, and the answer tells their results', async (name) => {
  const { code, out, err } = await demo('--format', name);
  expect(err).toBe('');
  for (const line of ran) expect(out).toContain(line);
  expect(out).not.toContain('\x1b');
  expect(code).toBe(0);
});

test('with no options it runs in several formats, and tells the engine', async () => {
  const { code, out } = await demo();
  expect(out).toMatch(/^engine: wasm /);
  expect(out.split(answer)).toHaveLength(5);
  expect(code).toBe(0);
});

test.each([
  [['--format', 'nonsense'], `There is no format "nonsense". Formats: ${names.join(', ')}.`],
  [['--url', 'http://localhost/v1'], '--url needs --model NAME'],
  [['--url', 'localhost', '--model', 'm'], '--url must be as http://'],
  [['--prompt', 'Hi'], 'need --url'],
  [['--pause', 'long'], '--pause must be milliseconds'],
  [['--nonsense'], "Unknown option '--nonsense'"],
])('%j is refused with a hint', async (args, hint) => {
  const { code, err } = await demo(...args);
  expect(err).toContain(hint);
  expect(err).toContain('--help');
  expect(code).toBe(2);
});

test('--help', async () => {
  const { code, out } = await demo('--help');
  expect(out).toContain('--format NAME');
  expect(code).toBe(0);
});

/** Runs the demo against a server. */
async function demoWith(listener: RequestListener, ...args: string[]) {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  try {
    return await demo('--url', url, '--model', 'm', ...args);
  } finally {
    server.close();
  }
}

interface Body {
  model: string;
  stream: boolean;
  messages: { role: string; content: string }[];
}
const bodyOf = async (request: IncomingMessage) => (await json(request)) as Body;
const event = (data: unknown) => `data: ${JSON.stringify(data)}\n\n`;
const chunk = (content: string) => event({ choices: [{ index: 0, delta: { content } }] });

describe('an OpenAI-compatible server', () => {
  test('is asked for text alone, and its tools run', async () => {
    const bodies: Body[] = [];
    const keys = new Set<string | undefined>();
    const { code, out, err } = await demoWith(
      async (request, response) => {
        const body = await bodyOf(request);
        bodies.push(body);
        keys.add(request.headers.authorization);
        let events = `: a comment\n\n${event({ choices: [{ delta: { role: 'assistant' } }] })}`;
        for await (const delta of tellStory('qwen3-coder')(body.messages, undefined)) events += chunk(delta);
        events += `${event({ choices: [{ delta: {}, finish_reason: 'stop' }] })}data: [DONE]\n\n`;
        // Cut anywhere, also in the middle of a character.
        const bytes = Buffer.from(events);
        for (let start = 0; start < bytes.length; start += 97) {
          response.write(bytes.subarray(start, start + 97));
          await new Promise((resolve) => setImmediate(resolve));
        }
        response.end();
      },
      ...['--format', 'qwen3-coder', '--key', 'secret', '--prompt', 'Shall I go?'],
    );
    expect(err).toBe('');
    for (const line of ran) expect(out).toContain(line);
    expect(out).not.toContain('secret');
    expect(code).toBe(0);
    expect(keys).toEqual(new Set(['Bearer secret']));
    expect(bodies).toHaveLength(3);
    for (const body of bodies) {
      expect(Object.keys(body).sort()).toEqual(['messages', 'model', 'stream']);
      expect(body.messages.slice(0, 2)).toMatchObject([
        { role: 'system', content: expect.stringContaining('find_trains') },
        { role: 'user', content: 'Shall I go?' },
      ]);
    }
  });

  test.each([
    [401, '--key'],
    [404, 'among its models'],
    [500, 'answers 500: no'],
  ])('that answers %i: the cure is told', async (status, hint) => {
    const { code, out } = await demoWith((_, response) => response.writeHead(status).end('no'));
    expect(out).toContain(hint);
    expect(code).toBe(1);
  });

  test('that breaks off with an error', async () => {
    const { code, out } = await demoWith((_, response) =>
      response.end(chunk('Well, ') + event({ error: { message: 'out of memory' } })),
    );
    expect(out).toContain('"Well, "');
    expect(out).toContain('out of memory');
    expect(code).toBe(1);
  });

  test('that calls without end', async () => {
    const { code, out } = await demoWith((_, response) =>
      response.end(chunk('<tool_call>{"name":"save_note","arguments":{"title":"a","text":"b"}}</tool_call>')),
    );
    expect(out).toContain('No answer in 6 steps.');
    expect(code).toBe(1);
  });

  test('that is not there', async () => {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    await new Promise((resolve) => server.close(resolve));
    const { code, out } = await demo('--url', `http://127.0.0.1:${port}/v1`, '--model', 'm');
    expect(out).toContain('ECONNREFUSED');
    expect(out).toContain('Is the server running');
    expect(code).toBe(1);
  });
});
