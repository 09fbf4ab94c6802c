// examples/cloudflare-worker in workerd, with workerd's own AI binding over a scripted Workers AI.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, describe, expect, test } from 'vitest';
import { chat, read } from '../support/chat.ts';
import { examples, run } from '../support/examples.ts';
import { bundleWorker, startWorker } from '../support/worker.ts';
import { type Answer, type Run, startWorkersAI } from '../support/workers-ai.ts';

beforeAll(() => bundleWorker());

const cut = (text: string, size = 4) => text.match(new RegExp(`.{1,${size}}`, 'gsu')) ?? [];
const callOf = (city: string) =>
  `<tool_call>\n{"name": "get_weather", "arguments": {"city": "${city}", "days": "2"}}\n</tool_call>`;
const lastOf = ({ inputs }: Run) => inputs.messages.at(-1)?.content ?? '';
const celsiusIn = (text: string) => /"celsius":(\d+)/.exec(text)?.[1];

/** Answers a question that is the name of a city by a call, and its result by a sentence. */
const weather = (asked: Run, more: Partial<Answer> = {}): Answer => {
  const celsius = celsiusIn(lastOf(asked));
  const text = celsius ? `It will be ${celsius} degrees.` : `Let me look. ${callOf(lastOf(asked))}`;
  return { deltas: cut(text), ...more };
};
const lines = (city: string) => [
  'text "Let me look. "',
  `call get_weather {"city":"${city}","days":2}`,
  `result {"city":"${city}","days":2,"celsius":${12 + city.length}}`,
  `text "It will be ${12 + city.length} degrees."`,
  'finish stop',
];

/** Starts a worker over a script. */
async function start(answer: (run: Run, index: number) => Answer, vars?: Record<string, string>) {
  const ai = await startWorkersAI(answer);
  const worker = await startWorker(ai, vars);
  return {
    ai,
    worker,
    url: new URL('/chat', worker.url),
    async [Symbol.asyncDispose]() {
      await worker[Symbol.asyncDispose]();
      await ai[Symbol.asyncDispose]();
    },
  };
}

/** A promise and what keeps it. */
function gate() {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open };
}

test('it type-checks, with Env', () => run('cloudflare-worker', 'tsc'));

test('a tool loop; the model gets its tools by the prompt alone', async () => {
  await using host = await start((asked) => weather(asked));
  expect(await read(chat(host.url, 'Paris'))).toEqual(lines('Paris'));
  const [first, second] = host.ai.runs as [Run, Run];
  expect(first.model).toBe('@cf/qwen/qwen2.5-coder-32b-instruct');
  expect(first.inputs).not.toHaveProperty('tools');
  expect(first.inputs.messages.map(({ role }) => role)).toEqual(['system', 'user']);
  expect(first.inputs.messages[0]?.content).toContain('"name":"get_weather"');
  expect(second.inputs.messages.map(({ role }) => role)).toEqual(['system', 'user', 'assistant', 'user']);
});

describe('answers as Workers AI gives them', () => {
  const paris = lines('Paris');
  test.each<[string, (run: Run) => Answer, string[]]>([
    ["OpenAI's chunks", (asked) => weather(asked, { style: 'openai' }), paris],
    ['a finish reason', (asked) => weather(asked, { finishReason: 'stop' }), paris],
    [
      '"stop" in OpenAI\'s chunks',
      (asked) => weather(asked, { style: 'openai', finishReason: 'stop' }),
      paris,
    ],
    [
      'numbers among the deltas',
      () => ({ deltas: ['In ', 2, ' days: ', 17] }),
      ['text "In 2 days: 17"', 'finish stop'],
    ],
    [
      'the whole answer as JSON, though a stream was asked for',
      (asked) => ({ body: { response: (weather(asked) as { deltas: string[] }).deltas.join('') } }),
      paris,
    ],
    ['an empty answer', () => ({ body: { response: '' } }), ['finish stop']],
    [
      'a text that breaks off, without [DONE]',
      () => ({ deltas: ['Let me <tool'], done: false }),
      ['text "Let me <tool"', 'finish error'],
    ],
    [
      'the length limit in a text',
      () => ({ deltas: ['Let me'], finishReason: 'length' }),
      ['text "Let me"', 'finish length'],
    ],
  ])('%s', async (_, answer, expected) => {
    await using host = await start(answer);
    expect(await read(chat(host.url, 'Paris'))).toEqual(expected);
  });

  test('a call that breaks off is not run', async () => {
    await using host = await start((_, index) =>
      index === 0
        ? { deltas: cut(callOf('Paris').slice(0, 60)), done: false }
        : { deltas: ['I was cut off.'] },
    );
    const answer = await read(chat(host.url, 'Paris'));
    expect(answer.filter((line) => /^(call|result)/.test(line))).toEqual([]);
  });
});

test('chunks arrive while the model is still writing, also those of a call', async () => {
  const gates = [gate(), gate()];
  const isAt = [2, 22]; // after "Let me l", and in the middle of the call's input
  await using host = await start((asked, index) =>
    index > 0 ? weather(asked) : weather(asked, { before: (at) => gates[isAt.indexOf(at)]?.opened }),
  );
  const seen: string[] = [];
  for await (const chunk of chat(host.url, 'Paris')) {
    seen.push(chunk.type);
    if (chunk.type === 'text-delta') gates[0]?.open();
    if (chunk.type === 'tool-input-delta') gates[1]?.open();
  }
  expect(seen).toContain('tool-output-available');
  expect(seen.at(-1)).toBe('finish');
});

test("a client that goes away ends the model's stream", async () => {
  const endless = Array.from({ length: 10_000 }, (_, index) => `${index} `);
  await using host = await start(() => ({ deltas: endless, before: () => sleep(5) }));
  const client = new AbortController();
  const reading = read(
    (async function* () {
      for await (const chunk of chat(host.url, 'Count', { signal: client.signal })) {
        yield chunk;
        if (chunk.type === 'text-delta' && chunk.delta.startsWith('5')) client.abort();
      }
    })(),
  );
  await expect(reading).rejects.toThrow(/abort/);
  await expect.poll(() => host.ai.cancelled, { timeout: 5000 }).toBe(1);
  expect(host.ai.open).toBe(0);
});

test('two requests, delta by delta in turn', async () => {
  const turns = { Rome: gate(), Reykjavik: gate() };
  await using host = await start((asked) => {
    const other = lastOf(asked) === 'Rome' ? turns.Reykjavik : turns.Rome;
    const own = lastOf(asked) === 'Rome' ? turns.Rome : turns.Reykjavik;
    if (celsiusIn(lastOf(asked))) return weather(asked);
    // Each goes on only when the other has begun, and then both by the clock.
    const meet = () => {
      own.open();
      return other.opened;
    };
    return weather(asked, { before: (at) => (at === 1 ? meet() : sleep(1)) });
  });
  const [rome, reykjavik] = await Promise.all([
    read(chat(host.url, 'Rome')),
    read(chat(host.url, 'Reykjavik')),
  ]);
  expect(rome).toEqual(lines('Rome'));
  expect(reykjavik).toEqual(lines('Reykjavik'));
});

describe('a call that must be', () => {
  const object = { name: 'get_weather', arguments: { city: 'Paris', days: 2 } };
  test.each([
    ['an object', object],
    ['text', JSON.stringify(object)],
  ])('by JSON mode, which does not stream: the response is %s', async (_, response) => {
    const script = (asked: Run) => (celsiusIn(lastOf(asked)) ? weather(asked) : { body: { response } });
    await using host = await start(script, { MODEL: '@cf/deepseek-ai/deepseek-r1-distill-qwen-32b' });
    expect(await read(chat(host.url, 'Paris', { mustCall: true }))).toEqual(lines('Paris').slice(1));
    const [forced, then] = host.ai.runs as [Run, Run];
    expect(forced.inputs.stream).toBeUndefined();
    expect(forced.inputs.response_format?.json_schema).toMatchObject({ required: ['name', 'arguments'] });
    expect(then.inputs).toMatchObject({ stream: true });
    expect(then.inputs.response_format).toBeUndefined();
  });

  test('by the prompt, where there is no JSON mode', async () => {
    await using host = await start((asked) => weather(asked));
    expect(await read(chat(host.url, 'Paris', { mustCall: true }))).toEqual(lines('Paris'));
    const [forced] = host.ai.runs as [Run];
    expect(forced.inputs.messages[0]?.content).toContain('Answer now with a call');
    expect(forced.inputs).toMatchObject({ stream: true });
  });
});

test('wrong requests and the service’s errors are told with the cure', async () => {
  const error = { errors: [{ code: 5007, message: 'No such model @cf/no/such' }] };
  await using host = await start(() => ({ status: 400, error }));
  expect((await fetch(host.worker.url)).status).toBe(404);
  const empty = await fetch(host.url, { method: 'POST', body: '{}' });
  expect([empty.status, await empty.text()]).toEqual([400, expect.stringContaining('{"messages": […]}')]);
  const [line] = await read(chat(host.url, 'Paris'));
  expect(line).toMatch(/^error .*No such model @cf\/no\/such.* Set MODEL in wrangler\.jsonc/);
});

test('500 streams at once in one isolate are right, and leave nothing behind', {
  timeout: 300_000,
}, async () => {
  const begun = gate();
  await using host = await start((asked, index) => {
    if (index === 499 + warmUp) begun.open();
    // All of the first steps begin before any goes on.
    return weather(asked, index < warmUp ? {} : { before: () => begun.opened.then(() => sleep(1)) });
  });
  const cityOf = (index: number) => 'ABCDEFGHIJ'[index % 10] + 'x'.repeat(index % 83);
  const load = (count: number) =>
    Promise.all(Array.from({ length: count }, (_, index) => read(chat(host.url, cityOf(index)))));
  const warmUp = 2 * 100;
  await load(100);
  using isolate = await host.worker.inspect();
  const before = await isolate.heldBytes();
  const answers = await load(500);
  for (const [index, answer] of answers.entries()) expect(answer).toEqual(lines(cityOf(index)));
  const grown = (await isolate.heldBytes()) - before;
  console.log(`500 streams at once: heap ${mb(before)} MB before, ${mb(grown)} MB more after`);
  expect(grown).toBeLessThan(1_500_000);
  expect(host.ai.open).toBe(0);
});

test('CPU time per 1,000 tokens', { timeout: 120_000 }, async () => {
  const bare = join(examples, 'cloudflare-worker/bare.ts');
  await writeFile(
    bare,
    'export const toolMiddleware = () => {};\nexport const withTools = (model) => model;\n',
  );
  await bundleWorker('out-bare', '--alias', `toolwire:${bare}`);
  const prose = cut('The quick brown fox jumps over the lazy dog. '.repeat(100));
  const calls = (asked: Run) => (celsiusIn(lastOf(asked)) ? ['Done.'] : cut(callOf('x'.repeat(4000))));
  const rows = {
    'prose, without toolwire': await measure(() => prose, 'out-bare'),
    'prose, with toolwire': await measure(() => prose),
    'a long call, with toolwire': await measure(calls),
  };
  const column = (ms = 0) => ms.toFixed(1).padStart(12);
  console.log('CPU in workerd, ms per 1,000 tokens of 4 characters');
  console.log(`${' '.repeat(28)}    toolwire          ai     workerd         all`);
  for (const [name, times] of Object.entries(rows)) {
    const all = [...times.values()].reduce((sum, ms) => sum + ms, 0);
    const columns = [times.get('toolwire'), times.get('ai'), times.get('workerd'), all];
    console.log(name.padEnd(28) + columns.map(column).join(''));
    expect(times.get('toolwire') ?? 0).toBeLessThan(all / 4);
  }
});

/** The CPU time of 1,000 tokens, by package. */
async function measure(deltasOf: (asked: Run) => string[], bundle?: string) {
  let tokens = 0;
  await using ai = await startWorkersAI((asked) => {
    const deltas = deltasOf(asked);
    tokens += deltas.length;
    return { deltas };
  });
  await using worker = await startWorker(ai, {}, bundle);
  const load = () =>
    Promise.all(Array.from({ length: 10 }, () => read(chat(new URL('/chat', worker.url), 'Paris'))));
  await load();
  using isolate = await worker.inspect();
  tokens = 0;
  const times = await isolate.profile(load);
  return new Map([...times].map(([name, ms]) => [name, (ms / tokens) * 1000]));
}

const mb = (bytes: number) => (bytes / 1e6).toFixed(1);
