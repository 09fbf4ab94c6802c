// The parser by itself: settings, limits, and plain streams of text.
import {
  createParser,
  createParserStream,
  type Format,
  formats,
  header,
  jsonBody,
  literalBody,
  opaqueBody,
  paramsBody,
  parseText,
  protocolFor,
  routed,
} from 'toolwire';
import { describe, expect, test } from 'vitest';
import { tools } from './support/tools.ts';

const { hermes, qwen3Coder } = formats;
const call = (input: string, name = 'anything') =>
  `<tool_call>{"name": "${name}", "arguments": ${input}}</tool_call>`;

test('a parser is usable again after reset', () => {
  const parser = createParser({ format: hermes, tools });
  parser.feed('a <tool_call>{"name": "ping", "argu');
  parser.reset();
  expect([...parser.feed('b'), ...parser.finish()]).toEqual([{ type: 'text-delta', text: 'b' }]);
});

test('a stream of strings becomes a stream of events', async () => {
  const text = new ReadableStream<string>({
    start(controller) {
      for (const delta of ['say <tool', '_call>{"name": "ping", "arguments": {}}</tool_', 'call>'])
        controller.enqueue(delta);
      controller.close();
    },
  });
  const events = [];
  for await (const event of text.pipeThrough(createParserStream({ format: hermes, tools })))
    events.push(event.type);
  expect(events).toEqual(['text-delta', 'call-start', 'input-delta', 'call-end']);
});

describe('limits', () => {
  const run = (text: string, options: object) =>
    parseText(text, { format: hermes, tools, options }).filter((event) => event.type !== 'input-delta');

  test('of brackets', () => {
    const events = run(call('['.repeat(300) + ']'.repeat(300)), { maxDepth: 100 });
    expect(events).toContainEqual(
      expect.objectContaining({ type: 'call-issue', code: 'limit', toolName: 'anything' }),
    );
  });

  test('of arguments', () => {
    const events = run(call(`{"a": "${'x'.repeat(5000)}", "b": 1}`), { maxInput: 1000 });
    expect(events).toContainEqual(expect.objectContaining({ code: 'limit' }));
    expect(() => JSON.parse(events.find((event) => event.type === 'call-end')?.input ?? '')).toThrow();
  });

  test('of calls: more are text', () => {
    const events = run(call('{}').repeat(3), { maxCalls: 2 });
    expect(events.filter((event) => event.type === 'call-end')).toHaveLength(2);
    expect(events).toContainEqual(expect.objectContaining({ code: 'limit' }));
    expect(events.at(-1)).toMatchObject({ type: 'text-delta' });
  });
});

describe('a description is checked when a parser is made', () => {
  test.each<[string, Partial<Format>]>([
    ['"name"', { name: '' }],
    ['"call.open"', { call: { open: [] } }],
    ['"call.close"', { call: { open: ['<f='], close: [''] } }],
    ['"section.open"', { section: { open: [] } }],
  ])('%s', (field, change) => {
    const format = { ...qwen3Coder, ...change };
    expect(() => createParser({ format, tools })).toThrow(TypeError);
    expect(() => createParser({ format, tools })).toThrow(field);
  });
});

test('a payload is checked when it is made', () => {
  const params = { keyOpen: [], keyEnd: ['>'], valueClose: ['<'], trim: 'none' } as const;
  expect(() => paramsBody(params)).toThrow(new TypeError('"keyOpen" must be a list of literals, got [].'));
  expect(() => header({ nameEnd: [''], body: jsonBody() })).toThrow('"nameEnd"');
  expect(() => literalBody('')).toThrow('"quote"');
  expect(() => routed({ bodyStart: [], route: () => ({ to: 'text' }) })).toThrow('"bodyStart"');
});

test('arguments in a syntax of their own are decoded when they are whole', () => {
  const format: Format = {
    ...qwen3Coder,
    payload: header({
      nameEnd: ['>'],
      body: opaqueBody((text) => Object.fromEntries(new URLSearchParams(JSON.parse(text)))),
    }),
  };
  const read = (text: string) =>
    parseText(text, { format, tools }).flatMap((event) => (event.type === 'call-end' ? [event.input] : []));
  expect(read('<function=get_weather>"city=Paris&days=3"</function>')).toEqual(['{"city":"Paris","days":3}']);
  expect(read('<function=get_weather>nonsense</function>')).toEqual(['{']);
  expect(read('<function=get_weather>"city=Par')).toEqual(['{']);
});

test('protocols by name', () => {
  expect(protocolFor('hermes').formatToolCall({ toolName: 'ping', input: '{}' })).toContain('<tool_call>');
  expect(() => protocolFor('hermess')).toThrow(/There is no format "hermess"\. Formats: .*"hermes"/);
});
