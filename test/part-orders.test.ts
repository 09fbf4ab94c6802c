// Streams whose parts come in any order, made from a seed: blocks that interleave, lack their start or end, or come after
// the end; deltas that are empty or none; parts that nobody knows. Nothing throws or hangs, no text is lost, all else
// passes untouched and in order, and every block that goes out is framed.
import { type Part, toolMiddleware, withTools } from 'toolwire';
import { describe, expect, test } from 'vitest';
import { generate } from './support/hooks.ts';
import { createModel, type ScriptedModel } from './support/model.ts';
import { Random } from './support/random.ts';
import { functionTools } from './support/run.ts';

const call = '<tool_call>{"name": "ping", "arguments": {}}</tool_call>';
const pieces = [
  'Hello ', '<tool_', 'call>', '{"name": "ping", ', '"arguments": {', '}}', '</tool_call>', call, call, '', '\n', 'so <', 'b>x</b>',
  '\ud83d', '\ude00', 'x'.repeat(3000),
]; // biome-ignore format: a list
const ids = ['1', '2', 'constructor', '__proto__', 3, undefined];

/** Parts besides those of text. */
const others: ((i: number) => Part)[] = [
  (i) => ({ type: 'raw', rawValue: i }),
  (i) => ({ type: 'tool-call', toolCallId: `own-${i}`, toolName: 'ping', input: '{}' }),
  (i) => ({ type: 'tool-input-start', id: `own-${i}`, toolName: 'ping' }),
  (i) => ({ type: 'source', id: `s${i}` }),
  () => ({ type: 'ping' }),
  () => ({ type: 'error', error: 'hm' }),
  () => ({ type: 'file', data: 'AAAA' }),
  () => ({ type: 'stream-start', warnings: [] }),
  () => ({ type: 'of-the-future', delta: 'x', id: '1' }),
];

function randomPart(random: Random, i: number): Part {
  const id = random.oneIn(3) ? random.pick(ids) : '1';
  const kind = random.oneIn(4) ? 'reasoning' : 'text';
  const more = random.oneIn(8) ? { providerMetadata: { x: { i } } } : {};
  // biome-ignore format: one kind a line
  switch (random.below(10)) {
    case 0: return { type: `${kind}-start`, id, ...more };
    case 1: return { type: `${kind}-end`, id, ...more };
    case 2: return random.pick(others)(i);
    case 3: return { type: 'text-delta', id, delta: random.pick<unknown>([undefined, null, 5, {}, '']) };
    case 4: return random.oneIn(6) ? { type: 'finish', finishReason: 'stop' } : random.pick(others)(i);
    default: return { type: `${kind}-delta`, id, delta: random.pick(pieces), ...more };
  }
}

const params = { prompt: [], tools: functionTools };

async function read(source: readonly Part[], reasoning: 'skip' | 'parse'): Promise<Part[]> {
  const model = createModel('v3', [{ parts: [...source], finishReason: null }]);
  const { stream } = await withTools(model, toolMiddleware('hermes', { reasoning })).doStream(params);
  const parts: Part[] = [];
  for await (const part of stream) parts.push(part);
  return parts;
}

/** What is wrong with the blocks of a stream. */
function findFault(parts: readonly Part[], isRead: (part: Part) => boolean): string | undefined {
  const open = new Map<string, Set<unknown>>([
    ['text', new Set()],
    ['reasoning', new Set()],
  ]);
  for (const part of parts) {
    const [kind = '', event] = part.type.split('-');
    const blocks = open.get(kind);
    if (part.type === 'finish' && [...open.values()].some(({ size }) => size > 0)) return 'open at the end';
    if (!blocks || !isRead(part)) continue;
    if (blocks.has(part.id) === (event === 'start')) return `${part.type} of ${String(part.id)}`;
    if (event === 'start') blocks.add(part.id);
    if (event === 'end') blocks.delete(part.id);
    if (event === 'delta' && typeof part.delta !== 'string') return 'a delta without text';
  }
  return [...open.values()].some(({ size }) => size > 0) ? 'left open' : undefined;
}

/** All text of a kind by block, calls and blanks aside. */
function textsOf(parts: readonly Part[], type: string): Map<unknown, string> {
  const texts = new Map<unknown, string>();
  for (const part of parts)
    if (part.type === type && typeof part.delta === 'string')
      texts.set(part.id, (texts.get(part.id) ?? '') + part.delta);
  for (const [id, text] of texts)
    texts.set(id, text.replace(/<tool_call>\{"name": "ping", "arguments": \{\}\}(<\/tool_call>)?|\s/g, ''));
  return new Map([...texts].filter(([, text]) => text !== ''));
}

/** Whether what is left is more than calls that are broken, or torn apart by what ends a block. */
const hasMarkers = (texts: Map<unknown, string>) =>
  [...texts.values()].some((text) => text.includes('<tool_call>'));

describe.each(['skip', 'parse'] as const)('reasoning: %s', (reasoning) => {
  test('2,000 streams', { timeout: 30_000 }, async () => {
    for (let seed = 1; seed <= 2000; seed++) {
      const random = new Random(seed * 7919);
      const source = Array.from({ length: random.below(25) }, (_, i) => randomPart(random, i));
      if (!random.oneIn(4)) source.push({ type: 'finish', finishReason: 'stop' });
      const parts = await read(source, reasoning);
      const isRead = ({ type }: Part) =>
        /^text-(start|delta|end)$/.test(type) ||
        (reasoning === 'parse' && /^reasoning-(start|delta|end)$/.test(type));
      const passed = source.filter((part) => !isRead(part) && part.type !== 'finish');
      expect(
        parts.filter((part) => passed.includes(part)),
        `seed ${seed}`,
      ).toEqual(passed);
      expect(findFault(parts, isRead), `seed ${seed}`).toBeUndefined();
      const given = textsOf(source, 'text-delta');
      if (!hasMarkers(given)) expect(textsOf(parts, 'text-delta'), `seed ${seed}`).toEqual(given);
      const calls = parts.filter(
        ({ type, toolCallId }) => type === 'tool-call' && !/^own/.test(`${toolCallId}`),
      );
      const starts = parts.filter(({ type, id }) => type === 'tool-input-start' && !/^own/.test(`${id}`));
      expect(starts.map(({ id }) => id)).toEqual(calls.map(({ toolCallId }) => toolCallId));
    }
  });
});

test('blocks that interleave are read apart, as the same texts are that come whole', async () => {
  for (let seed = 1; seed <= 100; seed++) {
    const random = new Random(seed);
    const texts = ['a', 'b', 'c'].map(() => Array.from({ length: 6 }, () => random.pick(pieces)).join(''));
    const waiting = texts.map((text, id) =>
      random.cut(text, 9).map((delta) => ({ type: 'text-delta', id: `${id}`, delta })),
    );
    const source: Part[] = [];
    while (waiting.some(({ length }) => length > 0)) source.push(...random.pick(waiting).splice(0, 1));
    const parts = await read(source, 'skip');
    for (const [id, text] of texts.entries()) {
      const whole = await generate(toolMiddleware('hermes'), params, text);
      const shown = parts.filter((part) => part.type === 'text-delta' && part.id === `${id}`);
      const expected = whole.parts.filter(({ type }) => type === 'text');
      expect(shown.map(({ delta }) => delta).join('')).toBe(expected.map((part) => part.text).join(''));
    }
  }
});

/** A model whose stream never ends by itself, and what is known of it. */
function createEndless() {
  const seen = { read: 0, cancelled: undefined as unknown };
  const text = `Hm. ${call} So. `.repeat(100);
  const stream = new ReadableStream<Part>(
    {
      pull(controller) {
        const delta = text.slice((seen.read * 3) % 1500, ((seen.read * 3) % 1500) + 3);
        seen.read++;
        controller.enqueue({ type: 'text-delta', id: '1', delta });
      },
      cancel(reason) {
        seen.cancelled = reason;
      },
    },
    { highWaterMark: 0 },
  );
  const model = { ...createModel('v3', []), doStream: async () => ({ stream }) } as unknown as ScriptedModel;
  return { model, seen };
}

test('the source is read no further than its reader asks, and let go when that stops', async () => {
  const random = new Random(5);
  for (let run = 0; run < 100; run++) {
    const { model, seen } = createEndless();
    const { stream } = await withTools(model, toolMiddleware('hermes')).doStream(params);
    const reader = stream.getReader();
    const count = random.below(60);
    let units = 0;
    for (let i = 0; i < count; i++) {
      const { value } = await reader.read();
      if (typeof value?.delta === 'string') units += value.delta.length;
    }
    for (let i = 0; i < 20; i++) await Promise.resolve();
    // Ahead by what is held back of a call's opener and one part; a call's own text is more than its parts show.
    expect(seen.read).toBeLessThanOrEqual(count * 25 + 30);
    expect(seen.read * 3).toBeLessThanOrEqual(units + (count + 1) * call.length + 20);
    const before = seen.read;
    for (let i = 0; i < 50; i++) await Promise.resolve();
    expect(seen.read).toBe(before);
    await reader.cancel('enough');
    expect(seen.cancelled).toBe('enough');
    expect(seen.read).toBeLessThanOrEqual(before + 1);
  }
});

test('1,000 streams at once', async () => {
  const middleware = toolMiddleware('hermes');
  const count = 1000;
  const texts = Array.from(
    { length: count },
    (_, i) =>
      `To ${i}. <tool_call>{"name": "get_weather", "arguments": {"city": "City ${i}", "days": ${i}}}</tool_call> Done ${i}.`,
  );
  const readers = await Promise.all(
    texts.map(async (text, i) => {
      const model = createModel('v3', [{ text, cut: 1 + (i % 11) }]);
      return (await withTools(model, middleware).doStream(params)).stream.getReader();
    }),
  );
  const found = texts.map(() => ({ text: '', inputs: [] as unknown[] }));
  const open = new Set(readers.keys());
  while (open.size > 0)
    for (const index of [...open]) {
      const { done, value } = await readers[index].read();
      const result = found[index] as (typeof found)[number];
      if (done) open.delete(index);
      else if (value.type === 'text-delta') result.text += value.delta;
      else if (value.type === 'tool-call') result.inputs.push(value.input);
    }
  expect(found).toEqual(
    texts.map((_, i) => ({ text: `To ${i}.  Done ${i}.`, inputs: [`{"city":"City ${i}","days":${i}}`] })),
  );
});
