// The parts of the live benchmark: cases and how they are judged, statistics, artifacts, progress.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { callCases, judgeCalls } from '../bench/live/call-cases.ts';
import type { Outcome } from '../bench/live/cell.ts';
import { compare } from '../bench/live/compare.ts';
import { Progress } from '../bench/live/progress.ts';
import { bootstrap, mean, rate, rateDifference } from '../bench/live/statistics.ts';
import { Store } from '../bench/live/store.ts';
import { summarize } from '../bench/live/summary.ts';
import { evaluate } from '../bench/live/tasks/arithmetic.ts';
import { taskCases } from '../bench/live/tasks/index.ts';

const allCases = [...callCases, ...taskCases];

describe('cases', () => {
  test.each(taskCases.map((one) => [one.name, one] as const))(
    '%s: can be done, in 3 to 12 calls',
    async (_, one) => {
      const { tools, judge } = one.begin();
      expect(judge([])).toBeTypeOf('string');
      const calls = one.turns.flat();
      expect(calls.length).toBeGreaterThanOrEqual(3);
      expect(calls.length).toBeLessThanOrEqual(12);
      for (const { toolName, input } of calls)
        await Promise.resolve(tools[toolName]?.execute?.(input, {} as never)).catch(() => {});
      expect(judge(calls)).toBeUndefined();
    },
  );

  test('names are unique, prompts too', () => {
    expect(new Set(allCases.map(({ name }) => name)).size).toBe(allCases.length);
    expect(new Set(allCases.map(({ prompt }) => prompt)).size).toBe(allCases.length);
  });

  test('calls are compared in any order, and no more than those', () => {
    const a = { toolName: 'readSensor', input: { id: 'a' } };
    const b = { toolName: 'readSensor', input: { id: 'b' } };
    expect(judgeCalls([a, b], [b, a])).toBeUndefined();
    expect(judgeCalls([a], [a, b])).toBe('readSensor: one call too many');
    expect(judgeCalls([a, b], [a])).toBe('readSensor: not called');
    expect(judgeCalls([a], [b])).toBe('readSensor: id: wanted "a", got "b"');
    expect(judgeCalls([a], [{ ...a, isInvalid: true }])).toBe('readSensor: no valid call');
  });

  const schema = {
    properties: {
      n: { type: 'integer', default: 5 },
      silent: { type: 'boolean' },
      tags: { type: 'array' },
      ids: { type: 'array', uniqueItems: true },
      at: { properties: { x: { type: 'number' }, y: { type: 'number' } }, required: ['x', 'y'] },
      name: { type: 'string' },
    },
    required: ['name'],
  };
  test.each([
    [{ name: 'a' }, { name: 'a' }, true],
    [{ name: 'a' }, { name: 'a', n: 5, silent: false, tags: [] }, true],
    [{ name: 'a', n: 5 }, { name: 'a' }, true],
    [{ name: 'a' }, { name: 'a', n: 0 }, false],
    [{ name: 'a' }, { name: 'a', silent: true }, false],
    [{ name: 'a' }, { name: 'a', other: null }, false],
    [{ name: '' }, {}, false],
    [{ name: 'a', n: 1 }, { name: 'a', n: '1' }, false],
    [{ name: 'é\n' }, { name: 'e\u0301\r\n' }, true],
    [{ name: 'a', tags: [1, 2] }, { name: 'a', tags: [2, 1] }, false],
    [{ name: 'a', ids: [1, 2] }, { name: 'a', ids: [2, 1] }, true],
    [{ name: 'a', at: { x: 1, y: 2 } }, { name: 'a', at: { y: 2, x: 1 } }, true],
    [{ name: 'a', at: { x: 1, y: 0 } }, { name: 'a', at: { x: 1 } }, false],
  ])('%j and %j: the same is %s', (wanted, got, isSame) => {
    expect(compare(wanted, got, schema) === undefined).toBe(isSame);
  });

  test.each([
    ['12 * 18.9 * 1.08', 244.944],
    ['-(2 + 3) * 4 / 8 - 1', -3.5],
    ['2 * (3', undefined],
    ['2 apples', undefined],
    ['', undefined],
  ])('the calculator: %s', (expression, value) => {
    if (value === undefined) expect(() => evaluate(expression)).toThrow();
    else expect(evaluate(expression)).toBeCloseTo(value);
  });
});

test('statistics', () => {
  // By Wilson's formula: 8 of 10 and 0 of 5.
  expect(rate(8, 10)).toMatchObject({
    value: 0.8,
    low: expect.closeTo(0.4902, 4),
    high: expect.closeTo(0.9433, 4),
  });
  expect(rate(0, 5)).toMatchObject({ value: 0, low: 0, high: expect.closeTo(0.4345, 4) });
  // Newcombe's own example: 56 of 70 and 48 of 80 differ by 0.0524 to 0.3339.
  const difference = rateDifference(rate(56, 70), rate(48, 80));
  expect(difference).toMatchObject({ low: expect.closeTo(0.0524, 4), high: expect.closeTo(0.3339, 4) });
  const list = [3, 5, 8, 9, 12, 14, 20];
  const interval = bootstrap(list, mean);
  expect(interval).toEqual(bootstrap(list, mean));
  expect(interval.low).toBeLessThan(interval.value);
  expect(interval.high).toBeGreaterThan(interval.value);
  expect(bootstrap([4, 4, 4], mean)).toEqual({ value: 4, low: 4, high: 4 });
  expect(bootstrap([4], mean)).toEqual({ value: 4, low: Number.NaN, high: Number.NaN });
});

const outcome = (rep: number, rest: Partial<Outcome> = {}): Outcome => ({
  model: 'm',
  mode: 'compact',
  ablation: '',
  case: 'an id',
  rep,
  digest: 'd',
  kind: 'call',
  isRight: true,
  ...rest,
});

test('artifacts: a cut line is taken away, a damaged one is not there, the last one of a cell holds', ({
  onTestFinished,
}) => {
  const folder = mkdtempSync(join(tmpdir(), 'bench-live-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'cells.jsonl');
  const lines = [outcome(1, { error: 'no' }), outcome(2), outcome(1)].map((one) => JSON.stringify(one));
  writeFileSync(file, `${lines[0]}\n{"model":\n${lines[1]}\n${lines[2]}\n{"model":"m","é`);
  const store = new Store(folder);
  store.add(outcome(3));
  for (const opened of [store, new Store(folder)]) {
    for (const rep of [1, 2, 3]) expect(opened.get(outcome(rep), 'd')).toEqual(outcome(rep));
    expect(opened.get(outcome(4), 'd')).toBeUndefined();
    expect(opened.get(outcome(1), 'another')).toBeUndefined();
  }
  expect(readFileSync(file, 'utf8').endsWith(`${lines[2]}\n${JSON.stringify(outcome(3))}\n`)).toBe(true);
});

test('progress: a bar in its line on a terminal', () => {
  let written = '';
  const out = { isTTY: true, columns: 60, write: (text: string) => (written += text) };
  const progress = new Progress(out, 4);
  progress.add(outcome(1));
  progress.add(outcome(2, { isRight: false }));
  progress.add(outcome(3, { error: 'no' }));
  const bars = written.split('\r\x1b[K').slice(1);
  expect(bars[1]).toMatch(/^█{12}░{12} 2\/4 {2}compact 1\/2 {2}\d+ s left/);
  expect(bars[2]).toContain('errors 1');
  for (const bar of bars) expect(bar.length).toBeLessThan(60);
  progress.finish();
  expect(written.endsWith('\r\x1b[K')).toBe(true);
});

test('a summary: differences in tokens and time are over right answers to the same cases', () => {
  const done = (mode: 'native' | 'compact', name: string, right: boolean, outputTokens: number | null) =>
    outcome(1, { mode, case: name, isRight: right, inputTokens: 100, outputTokens, latency: 10, why: 'no' });
  const text = summarize(
    {
      models: ['m'],
      variations: [
        { mode: 'native', ablation: '' },
        { mode: 'compact', ablation: '' },
      ],
      cases: callCases.slice(0, 4),
      reps: 1,
      outcomes: [
        done('native', 'one word', true, 40),
        done('compact', 'one word', true, 20),
        done('native', 'one word and a choice', true, 60),
        done('compact', 'one word and a choice', true, 30),
        done('native', 'an id', false, 1),
        done('compact', 'an id', true, 99),
        done('native', 'an id and a choice', false, null),
        outcome(1, { case: 'an id and a choice', error: 'no' }),
      ],
    },
    2,
  );
  expect(text).toMatch(/\| native +\| +2\/4 \| +50\.0 % .*\| +34 \(/);
  expect(text).toMatch(/\| compact +\| +3\/3 .*\| +1 \|/);
  expect(text).toMatch(/\| compact − native .* −50\.0 % \(−50\.0 % … −50\.0 %\) \| +\+0\.0 % /);
  expect(text).toContain('- 1 × native, an id: no\n- 1 × native, an id and a choice: no\n- and 1 more');
});
