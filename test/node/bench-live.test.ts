// The live benchmark against a scripted server: as a process, killed, resumed and in trouble. Needs `npm run build`.
import { type ChildProcess, spawn } from 'node:child_process';
import { appendFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { streamText } from 'ai';
import { compactTools, type Tool, withTools } from 'toolwire';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { callCases } from '../bench/live/call-cases.ts';
import { describeTools, type Outcome } from '../bench/live/cell.ts';
import { taskCases } from '../bench/live/tasks/index.ts';
import { OpenAIServer, type Script } from '../support/openai-server.ts';

const root = `${import.meta.dirname}/../..`;
const allCases = [...callCases, ...taskCases];
const scripts: Script[] = await Promise.all(
  allCases.map(async (one) => ({ ...one, tools: (await describeTools(one)) as Tool[] })),
);

let folder: string;
let server: OpenAIServer;
let url: string;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'bench-live-'));
  server = new OpenAIServer(scripts);
  url = await server.listen();
});

afterEach(() => {
  server.close();
  rmSync(folder, { recursive: true, force: true });
});

interface Finished {
  code: number | null;
  out: string;
  err: string;
}

/** Starts the benchmark as a process, with no endpoint but the one it is told. */
function start(...args: string[]): { child: ChildProcess; finished: Promise<Finished> } {
  const { OPENAI_BASE_URL, OPENAI_API_KEY, OPENAI_MODEL, ...env } = process.env;
  const child = spawn(process.execPath, ['test/bench/live/main.ts', '--out', folder, ...args], {
    cwd: root,
    env,
  });
  let out = '';
  let err = '';
  child.stdout.setEncoding('utf8').on('data', (text) => (out += text));
  child.stderr.setEncoding('utf8').on('data', (text) => (err += text));
  const finished = new Promise<Finished>((resolve, reject) => {
    child.on('error', reject).on('close', (code) => resolve({ code, out, err }));
  });
  return { child, finished };
}

const bench = (...args: string[]) => start('--url', url, '--models', 'm', '--retries', '0', ...args).finished;

const cellsFile = () => join(folder, 'cells.jsonl');
const readCells = (): Outcome[] =>
  readFileSync(cellsFile(), 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));

/** How often conversations were begun, by case and mode. */
function begun(seen = server.seen): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { mode, case: name, turn } of seen) {
    const key = `${mode} ${name}`;
    if (turn === 0) counts[key] = (counts[key] ?? 0) + 1;
  }
  return counts;
}

describe('a whole run', () => {
  test('all cases in both modes: all right, fewer tokens, a summary', { timeout: 60_000 }, async () => {
    const { code, out, err } = await bench('--reps', '2', '--concurrency', '4', '--key', 'secret');
    expect(err).toBe('');
    expect(code).toBe(0);
    const cells = readCells();
    expect(cells).toHaveLength(allCases.length * 2 * 2);
    expect(cells.filter(({ isRight }) => !isRight)).toEqual([]);
    expect(Object.values(begun())).toEqual(Array(allCases.length * 2).fill(2));
    expect(new Set(server.seen.map(({ authorization }) => authorization))).toEqual(
      new Set(['Bearer secret']),
    );

    expect(out).toMatch(/\| native +\| +50\/50 \| 100\.0 % \(92\.9 % … 100\.0 %\)/);
    expect(out).toMatch(/\| compact +\| +16\/16 \|/);
    expect(out).toMatch(/\| compact − native \| +\| \+0\.0 \(.*\) points \| −\d+\.\d % \(−.*\) \| −\d/);
    expect(out).toMatch(/^132\/132 m /m);
    expect(out).not.toContain('\x1b');
    expect(out).not.toContain('secret');
    expect(readFileSync(join(folder, 'summary.md'), 'utf8')).toContain('### Agent tasks: 8 cases × 2');
    expect(readFileSync(cellsFile(), 'utf8')).not.toContain('secret');
  });

  test('ablations: the model is told as they say', { timeout: 30_000 }, async () => {
    const ablations = 'syntax=json,placement=first,no-manual';
    const { code, out } = await bench('--cases', 'an object', '--reps', '1', '--ablation', ablations);
    expect(code).toBe(0);
    const [native, compact, json, first, none] = server.seen;
    expect(native).toMatchObject({ mode: 'native' });
    expect(compact?.system).toMatch(/^Use your tools[\s\S]*# Tools/);
    expect(json?.system).toContain('{"');
    expect(first?.system).toMatch(/^# Tools[\s\S]*Use your tools/);
    expect(none?.system).not.toContain('<call>');
    expect(none?.system).toContain('createContact: name:string');
    expect(readCells().map(({ ablation, isRight }) => [ablation, isRight])).toEqual([
      ['', true],
      ['', true],
      ['syntax=json', true],
      ['placement=first', true],
      ['no-manual', false],
    ]);
    expect(out).toMatch(/\| compact no-manual +\| +0\/1 \|/);
  });

  test('wrong answers count as wrong', { timeout: 30_000 }, async () => {
    server.mishap = ({ mode, case: name }) => ({
      isWrong: mode === 'native' && (name === 'numbers' || name === 'journey'),
    });
    const { code, out } = await bench('--cases', 'numbers,lists,journey', '--reps', '2');
    expect(code).toBe(0);
    expect(out).toMatch(/\| native +\| +2\/4 \| +50\.0 % /);
    expect(out).toMatch(/\| native +\| +0\/2 \| +0\.0 % /);
    expect(out).toContain('- 2 × native, numbers: convertCurrency: not called');
    expect(out).toContain('- 2 × native, journey: flights.F2: wanted true, got nothing');
    expect(out).not.toContain('× compact');
  });
});

describe('stopped and resumed', () => {
  test('killed half-way, it goes on without repeating a cell', { timeout: 60_000 }, async () => {
    const args = ['--cases', 'an id,numbers,lists,sold out', '--reps', '3', '--concurrency', '2'];
    const total = 4 * 3 * 2;
    // In the middle of some cells the server falls silent, and the process is killed.
    server.mishap = ({ index }) => ({ isSilent: index >= 20 });
    const { child, finished } = start('--url', url, '--models', 'm', ...args);
    await expect.poll(() => server.seen.length, { timeout: 20_000 }).toBe(22);
    child.kill('SIGKILL');
    await finished;
    const before = readCells();
    expect(before.length).toBeGreaterThan(4);
    expect(before.length).toBeLessThan(total - 4);
    // As if it had been killed while it was writing a line.
    appendFileSync(cellsFile(), JSON.stringify(before[0]).slice(0, 50));

    server.mishap = () => ({});
    server.seen.length = 0;
    const { code, out } = await bench(...args);
    expect(code).toBe(0);
    expect(out).toContain(`${total} cells, ${before.length} done before`);
    const left: Record<string, number> = {};
    for (const key of ['an id', 'numbers', 'lists', 'sold out'].flatMap((name) => [
      `native ${name}`,
      `compact ${name}`,
    ]))
      left[key] = 3 - before.filter(({ mode, case: name }) => `${mode} ${name}` === key).length;
    expect(begun()).toEqual(Object.fromEntries(Object.entries(left).filter(([, times]) => times > 0)));
    const cells = readCells();
    expect(cells).toHaveLength(total);
    expect(new Set(cells.map(({ mode, case: name, rep }) => `${mode} ${name} ${rep}`)).size).toBe(total);
    expect(cells.slice(0, before.length)).toEqual(before);

    server.seen.length = 0;
    expect((await bench(...args)).out).toMatch(/9\/9 \| +100\.0 %/);
    expect(server.seen).toEqual([]);
  });

  test('errors are kept, and tried again', { timeout: 30_000 }, async () => {
    server.mishap = ({ case: name, mode }) => ({
      status: name === 'numbers' && mode === 'compact' ? 500 : 200,
    });
    const args = ['--cases', 'numbers,lists', '--reps', '1'];
    const first = await bench(...args);
    expect(first.code).toBe(1);
    expect(first.out).toContain('1 cells are open');
    expect(first.out).toContain('- 1 × compact, numbers: error 500: scripted 500');
    expect(readCells().filter(({ error }) => error)).toHaveLength(1);

    server.mishap = () => ({});
    server.seen.length = 0;
    const second = await bench(...args);
    expect(second.code).toBe(0);
    expect(begun()).toEqual({ 'compact numbers': 1 });
    expect(second.out).not.toContain('scripted 500');
  });

  test('a model that cannot be asked is given up, in that mode', { timeout: 30_000 }, async () => {
    server.mishap = ({ mode }) => ({ status: mode === 'native' ? 401 : 200 });
    const { code, out } = await bench('--cases', 'calls', '--reps', '1');
    expect(code).toBe(1);
    expect(out).toContain('m, native: given up after 3 errors in a row.');
    expect(out).toContain('401: scripted 401 Pass its API key with --key or OPENAI_API_KEY.');
    expect(begun(server.seen.filter(({ mode }) => mode === 'native'))).toEqual({
      'native one word': 1,
      'native one word and a choice': 1,
      'native an id': 1,
    });
    expect(out).toMatch(/\| native +\| +0\/0 \| +– \| +– \| +– \| +– \| +25 \|/);
    expect(out).toMatch(/\| compact +\| +25\/25 \|/);
  });

  test('an interrupt stops it with a summary', { timeout: 30_000 }, async () => {
    server.mishap = ({ index }) => ({ isSilent: index >= 4 });
    const { child, finished } = start('--url', url, '--models', 'm', '--cases', 'calls');
    await expect.poll(() => server.seen.length, { timeout: 20_000 }).toBe(5);
    child.kill('SIGINT');
    const { code, out } = await finished;
    expect(code).toBe(1);
    expect(out).toContain('146 cells are open: the same command goes on with them.');
    expect(readCells()).toHaveLength(4);
  });
});

test.each([
  [[], 'Which endpoint? Pass --url'],
  [['--url', 'http://127.0.0.1:1/v1'], 'Which models? Pass --models'],
  [['--url', 'localhost', '--models', 'm'], '--url must be as http://'],
  [
    ['--url', 'http://h/v1', '--models', 'm', '--cases', 'nonsense'],
    'There is no case "nonsense". Cases: calls, tasks',
  ],
  [
    ['--url', 'http://h/v1', '--models', 'm', '--modes', 'xml'],
    'There is no mode "xml". Modes: native, compact.',
  ],
  [
    ['--url', 'http://h/v1', '--models', 'm', '--ablation', 'syntax=yaml'],
    '"syntax" must be "wire" or "json"',
  ],
  [['--url', 'http://h/v1', '--models', 'm', '--ablation', 'nonsense'], 'There is no ablation "nonsense".'],
  [['--url', 'http://h/v1', '--models', 'm', '--reps', 'many'], '--reps must be a number'],
])('%j is refused with the cure', { timeout: 20_000 }, async (args, cure) => {
  const { code, err } = await start(...args).finished;
  expect(err).toContain(cure);
  expect(code).toBe(2);
});

test('an answer that does not come', { timeout: 20_000 }, async () => {
  server.mishap = () => ({ isSilent: true });
  const { code, out } = await bench(
    '--cases',
    'an id',
    '--modes',
    'compact',
    '--reps',
    '1',
    '--timeout',
    '1',
  );
  expect(out).toContain('error No answer in time: raise --timeout.');
  expect(code).toBe(1);
});

test('an endpoint that is not there', { timeout: 20_000 }, async () => {
  server.close();
  const { code, out } = await bench('--cases', 'an id', '--reps', '1');
  expect(out).toContain(`Nothing answers at ${url}`);
  expect(code).toBe(1);
});

test.each(['native', 'compact'])('the scripted server streams as well: %s', async (mode) => {
  const one = callCases.find(({ name }) => name === 'objects in objects');
  const model = createOpenAICompatible({ name: 'scripted', baseURL: url, includeUsage: true })('m');
  const { toolCalls, usage } = streamText({
    model: mode === 'native' ? model : withTools(model, compactTools()),
    tools: one?.begin().tools ?? {},
    prompt: one?.prompt ?? '',
  });
  expect((await toolCalls).map(({ toolName, input }) => ({ toolName, input }))).toEqual(one?.turns[0]);
  expect((await usage).outputTokens).toBeGreaterThan(40);
});
