// Protocols by themselves, without the middleware: how tools, calls and results are written, and how they are read.
import {
  formats,
  jsonMixProtocol,
  morphXmlProtocol,
  type Part,
  protocolFor,
  type ToolCallProtocol,
} from 'toolwire';
import { describe, expect, test, vi } from 'vitest';
import { tools, toolsNamed } from './support/tools.ts';

const call = { toolName: 'get_weather', input: { city: 'Paris' } };
const toolSystemPromptTemplate = (list: string) => `<<${list}>>`;

/** What a protocol's own stream makes of an answer. */
async function streamThrough(
  protocol: ToolCallProtocol,
  answer: string,
  onError?: () => void,
): Promise<Part[]> {
  const source = new ReadableStream<Part>({
    start(controller) {
      controller.enqueue({ type: 'text-start', id: '1' });
      for (let at = 0; at < answer.length; at += 3)
        controller.enqueue({ type: 'text-delta', id: '1', delta: answer.slice(at, at + 3) });
      controller.enqueue({ type: 'text-end', id: '1' });
      controller.enqueue({ type: 'finish', finishReason: 'stop' });
      controller.close();
    },
  });
  const parts: Part[] = [];
  for await (const part of source.pipeThrough(protocol.createStreamParser({ tools, options: { onError } })))
    parts.push(part);
  return parts;
}

describe('jsonMixProtocol', () => {
  test('by default, calls and results are in tags', () => {
    const protocol = jsonMixProtocol();
    expect(protocol.formatToolCall(call)).toBe(
      '<tool_call>{"name":"get_weather","arguments":{"city":"Paris"}}</tool_call>',
    );
    expect(protocol.formatToolResponse({ toolName: 'ping', result: 'pong' })).toBe(
      '<tool_response>{"toolName":"ping","result":"pong"}</tool_response>',
    );
  });

  const fences = {
    toolCallStart: '```tool_call\n',
    toolCallEnd: '\n```',
    toolResponseStart: '```tool_response\n',
    toolResponseEnd: '\n```',
  };
  test.each([
    ['tags', {}, '<tool_call>', '</tool_call>'],
    ['fences', fences, '```tool_call\n', '\n```'],
    ['brackets', { toolCallStart: '[TOOL]', toolCallEnd: '[/TOOL]' }, '[TOOL]', '[/TOOL]'],
  ])('reads what it writes: %s', async (_, options, start, end) => {
    const protocol = jsonMixProtocol(options);
    const written = protocol.formatToolCall(call);
    expect(written).toBe(`${start}{"name":"get_weather","arguments":{"city":"Paris"}}${end}`);
    expect(protocol.extractToolCallSegments?.({ text: `a ${written} b`, tools })).toEqual([written]);
    expect(protocol.parseGeneratedText({ text: `a ${written} b`, tools })).toEqual([
      { type: 'text', text: 'a ' },
      {
        type: 'tool-call',
        toolCallId: expect.any(String),
        toolName: 'get_weather',
        input: '{"city":"Paris"}',
      },
      { type: 'text', text: ' b' },
    ]);
    const types = (await streamThrough(protocol, `a ${written} b`)).map(({ type }) => type);
    expect([...new Set(types)]).toEqual([
      'text-start',
      'text-delta',
      'text-end',
      'tool-input-start',
      'tool-input-delta',
      'tool-input-end',
      'tool-call',
      'finish',
    ]);
  });

  test('results have their own markers', () => {
    expect(jsonMixProtocol(fences).formatToolResponse({ toolName: 'ping', result: 1 })).toBe(
      '```tool_response\n{"toolName":"ping","result":1}\n```',
    );
  });
});

describe('morphXmlProtocol', () => {
  const protocol = morphXmlProtocol();

  test('a call is an element of the name of its tool, a result a block', () => {
    expect(protocol.formatToolCall(call)).toBe('<get_weather>\n  <city>Paris</city>\n</get_weather>');
    expect(protocol.formatToolResponse({ toolName: 'ping', result: 'pong' })).toBe(
      '<tool_response>\n  <tool_name>ping</tool_name>\n  <result>pong</result>\n</tool_response>',
    );
  });

  test.each<[what: string, text: string, input: unknown]>([
    ['text', '<search><query>a b</query></search>', { query: 'a b' }],
    ['repeated tags', '<search><tags>a</tags><tags>b</tags></search>', { tags: ['a', 'b'] }],
    ['items', '<search><tags><item>a</item><item>b</item></tags></search>', { tags: ['a', 'b'] }],
    ['tags of an index', '<plot><size><0>3</0><1>4</1></size></plot>', { size: [3, 4] }],
    [
      'types of the schema',
      '<search><exact>true</exact><options><limit>5</limit></options></search>',
      { exact: true, options: { limit: 5 } },
    ],
  ])('%s', async (_, text, input) => {
    const whole = protocol.parseGeneratedText({ text, tools }).map((part) => JSON.parse(String(part.input)));
    const streamed = (await streamThrough(protocol, text)).filter(({ type }) => type === 'tool-call');
    expect(whole).toEqual([input]);
    expect(streamed.map((part) => JSON.parse(String(part.input)))).toEqual([input]);
  });
});

const names = Object.values(formats).map(({ name }) => name);

describe('tools in the prompt', () => {
  test.each([jsonMixProtocol(), morphXmlProtocol(), protocolFor('hermes')])(
    'are JSON, out of the wrapping of the SDK',
    (protocol) => {
      const [{ name, description, inputSchema } = { name: '' }] = tools;
      const wrapped = { name, description, inputSchema: { jsonSchema: inputSchema } as never };
      const list = protocol.formatTools({ tools: [wrapped], toolSystemPromptTemplate });
      expect(list).toMatch(/^<<.*>>$/s);
      expect(JSON.parse(list.slice(2, -2))).toEqual({ name, description, parameters: inputSchema });
    },
  );

  test.each(names)('%s: all of them, in the template', (name) => {
    const list = protocolFor(name).formatTools({
      tools: toolsNamed(['ping', 'search']),
      toolSystemPromptTemplate,
    });
    expect(list).toMatch(/^<<.*ping.*search.*>>$/s);
  });
});

describe.each(names)('%s', (name) => {
  const protocol = protocolFor(name);
  const written = protocol.formatToolCall(call, tools);

  test('writing and reading mirror each other', async () => {
    const [read, ...more] = protocol.parseGeneratedText({ text: written, tools });
    expect(read).toMatchObject({ type: 'tool-call', toolName: 'get_weather', input: '{"city":"Paris"}' });
    expect(more).toEqual([]);
    const streamed = (await streamThrough(protocol, written)).filter(({ type }) => type === 'tool-call');
    expect(streamed).toMatchObject([{ toolName: 'get_weather', input: '{"city":"Paris"}' }]);
  });

  test('segments are what is read as calls, and nothing else', () => {
    const segments = protocol.extractToolCallSegments?.({ text: written, tools }) ?? [];
    expect(segments.join('').trim()).toBe(written.trim());
    expect(protocol.extractToolCallSegments?.({ text: 'No call here.', tools })).toEqual([]);
  });

  test('results and errors hold what the tool said', () => {
    const result = { temperature: 21.5 };
    expect(protocol.formatToolResponse({ toolName: 'get_weather', result })).toMatch(/21\.5/);
    const output = { type: 'json', value: result };
    expect(protocol.formatToolResponse({ toolName: 'get_weather', output })).toMatch(/21\.5/);
    expect(protocol.formatToolResponse({ toolName: 'get_weather', result: null, output })).not.toMatch(
      /21\.5/,
    );
    const failed = protocol.formatToolResponse({
      toolName: 'get_weather',
      result: 'no such city',
      isError: true,
    });
    expect(failed).toMatch(/no such city/);
    expect(failed).toMatch(/error/i);
  });
});

test('a call that can not be read is text, whole and streamed, and is reported', async () => {
  const protocol = protocolFor('hermes');
  const text = 'a <tool_call>nonsense</tool_call> b';
  const [whole, streamed] = [vi.fn(), vi.fn()];
  const codes = ({ mock }: typeof whole) => mock.calls.map(([, { code }]) => code);
  expect(protocol.parseGeneratedText({ text, tools, options: { onError: whole } })).toEqual([
    { type: 'text', text },
  ]);
  const parts = await streamThrough(protocol, text, streamed);
  expect(parts.map(({ delta = '' }) => delta).join('')).toBe(text);
  expect(codes(whole)).toContain('malformed-call');
  expect(codes(streamed)).toEqual(codes(whole));
});
