// Long answers, also of models that repeat themselves without end: each unit is read once, whatever it is, and what is done
// besides does not grow with what was before.
import { formats, toolMiddleware } from 'toolwire';
import { describe, expect, test } from 'vitest';
import { ways } from './support/hooks.ts';
import { countUnits } from './support/readings.ts';

const inputSchema = {
  type: 'object',
  properties: {
    s: { type: 'string' },
    n: { type: 'integer' },
    l: { type: 'array', items: { type: 'string' } },
  },
};
const tools = [{ type: 'function', name: 'f', inputSchema }];
const SIZE = 200_000;
const repeat = (text: string) => text.repeat(SIZE / text.length);

describe.each(Object.values(formats).map((format) => [format.name, format] as const))('%s', (_, format) => {
  const call = format.writeCall({ toolName: 'f', input: { s: 'VALUE', n: 1 }, tool: tools[0] });
  const [head = '', tail = ''] = call.split('VALUE');
  const { open } = format.call;
  const opener = (typeof open === 'function' ? open('f') : open)[0] as string;
  /** Behind a call, in its value, in place of its name, before it, and without one. */
  const texts: [what: string, text: string][] = [
    ...[' ', '\n', '}', call, `so ${call}`].map((piece): [string, string] => [
      `call, then ${piece}`,
      call + repeat(piece),
    ]),
    ...[' ', '\n', '\r', '<', '</parame', '\\\\', '&', '<![CDATA[', '{'].map((piece): [string, string] => [
      `value of ${piece}`,
      head + repeat(piece) + tail,
    ]),
    ...['n', ' ', '[', opener, opener.slice(0, -1) || '['].map((piece): [string, string] => [
      `opener, then ${piece}`,
      opener + repeat(piece),
    ]),
    ...['<', '`', '[f(', '{', '<think></think>', '<f>', '<s>', ' '].map((piece): [string, string] => [
      `only ${piece}`,
      repeat(piece) + call,
    ]),
  ];

  test.each(texts)('%s', { timeout: 2000 }, (_, text) => {
    const setting = { format, tools, options: { maxCalls: 1e9 } };
    const deltas = text.match(/[\s\S]{1,4}/g) as string[];
    expect(countUnits(setting, deltas)).toBeLessThanOrEqual(2.2 * text.length);
  });
});

test.each(ways)('%s: of 10,000 calls the first 1,000 are made, and the rest is text', async (_, run) => {
  const call = (n: number) => `<tool_call>{"name": "f", "arguments": {"n": ${n}}}</tool_call>`;
  const calls = Array.from({ length: 10_000 }, (_, n) => call(n));
  const answer = { text: calls.join(''), cut: 1000 };
  const { parts } = await run(toolMiddleware('hermes'), { prompt: [], tools }, answer);
  const made = parts.filter(({ type }) => type === 'tool-call');
  expect(made.map(({ input }) => input)).toEqual(calls.slice(0, 1000).map((_, n) => `{"n":${n}}`));
  const shown = parts.map(({ text = '', delta = '', type }) =>
    type.startsWith('text') ? `${text}${delta}` : '',
  );
  expect(shown.join('')).toBe(calls.slice(1000).join(''));
});

test.each(ways)('%s: 5 MB of a string', async (_, run) => {
  const value = 'All work and no play makes Jack a dull boy.\n'.repeat(120_000);
  const text = `<tool_call>${JSON.stringify({ name: 'f', arguments: { s: value } })}</tool_call>`;
  const { parts } = await run(toolMiddleware('hermes'), { prompt: [], tools }, { text, cut: 4096 });
  const [call] = parts.filter(({ type }) => type === 'tool-call');
  expect(JSON.parse(String(call?.input)).s === value).toBe(true);
});
