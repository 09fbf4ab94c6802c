// Names of tools: whatever they are, a call as it is written is read as a call of that tool, beside all the others.
import { compactTools, formats, protocolFor, toolMiddleware, withTools } from 'toolwire';
import { describe, expect, test } from 'vitest';
import { functionTools, generate, manualOf, type Params, stream, transform, ways } from './support/hooks.ts';
import { createModel } from './support/model.ts';
import { everyCut } from './support/random.ts';
import { countUnits, readStream } from './support/readings.ts';

const inputSchema = { type: 'object', properties: { city: { type: 'string' }, n: { type: 'integer' } } };
const toolNamed = (name: string) => ({ type: 'function', name, inputSchema });

/** Names that are prefixes of each other, markers, tags, keys and properties of every object. */
// biome-ignore format: a list
const names = [
  'get', 'get_', 'get_weather', 'get_weather_now', 'GET', 'Get', 'a', '_', '-', '.', '1', '1a', 'n'.repeat(200),
  'tool_call', 'tool_calls', 'tool_response', 'call', 'item', 'b', 'parameter', 'function', 'functions.x', 'json', 'name',
  'arguments', 'think', 'analysis', 'final', '__proto__', 'constructor', 'toString', 'hasOwnProperty', '__defineGetter__',
  'a.b', 'a-b', 'a:b', 'a:0', 'a/b', 'mcp__server__get', 'é', '天気',
];
/** Names that mean something in regular expressions, or in replacements. */
const odd = [
  'a+b*c?',
  '(x)',
  '[x]',
  '$&',
  '^a$',
  'a|b',
  '$1',
  'x"y',
  "x'y",
  'a<b',
  'a,b',
  'a=b',
  'a\\b',
  '😀',
];

/** What a format can't say, for it stands for something else there. */
const unsayable: Record<string, string[]> = {
  'kimi-k2': odd, // ids are letters, digits and `_.:/-`
  pythonic: ['(x)', 'x"y', "x'y", 'a\\b'],
};

describe.each(Object.values(formats).map((format) => [format.name, format] as const))(
  '%s',
  (name, format) => {
    const protocol = protocolFor(name);
    const sayable = [...names, ...odd].filter((tool) => !unsayable[name]?.includes(tool));
    const tools = sayable.map(toolNamed);

    test.each([[{}], [{ city: 'Paris', n: 3 }]])('every tool is called, with %j', async (input) => {
      for (const tool of sayable) {
        const text = protocol.formatToolCall({ toolName: tool, input }, tools);
        const expected = [`call ${tool} ${JSON.stringify(input)}`];
        for (const known of [tools, [toolNamed(tool)]]) {
          const setting = { format, tools: known, options: {} };
          for (const deltas of [[text], text.split('')])
            expect(await readStream(setting, deltas), text).toEqual(expected);
        }
      }
    });

    test('of names that start alike, the one that is written', async () => {
      const known = ['get', 'get_weather', 'get_weather_now'].map(toolNamed);
      for (const { name: toolName } of known) {
        const text = protocol.formatToolCall({ toolName, input: { n: 1 } }, known);
        for (const deltas of everyCut(text))
          expect(await readStream({ format, tools: known, options: {} }, deltas)).toEqual([
            `call ${toolName} {"n":1}`,
          ]);
      }
    });

    test('300 tools cost no more per unit than one', () => {
      const many = Array.from({ length: 300 }, (_, i) => toolNamed(`tool_${i}_${'x'.repeat(i % 40)}`));
      const call = protocol.formatToolCall({ toolName: many[299]?.name as string, input: { n: 1 } }, many);
      const text = `${call}\nSome prose, a < b, [1], and more.\n`.repeat(20);
      const units = countUnits({ format, tools: many, options: {} }, text.match(/.{1,4}/gs) as string[]);
      expect(units).toBeLessThanOrEqual(2 * text.length);
    });
  },
);

test('the prompt grows with the tools, and shows each once', async () => {
  const many = Array.from({ length: 300 }, (_, i) => toolNamed(`tool_${i}_`));
  for (const middleware of [
    ...Object.values(formats).map(({ name }) => toolMiddleware(name)),
    compactTools(),
  ]) {
    const one = manualOf(await transform(middleware, { prompt: [], tools: many.slice(0, 1) }));
    const all = manualOf(await transform(middleware, { prompt: [], tools: many }));
    expect(all.length).toBeLessThan(one.length + 300 * 150);
    for (const { name } of many.slice(1)) expect(all.split(name)).toHaveLength(2);
  }
});

test.each(ways)('%s: a tool that is declared twice is one: the last', async (_, run) => {
  const twice = [
    { ...toolNamed('f'), inputSchema: { type: 'object', properties: { n: { type: 'string' } } } },
    toolNamed('f'),
  ];
  const { lines } = await run(
    toolMiddleware('hermes'),
    { prompt: [], tools: twice },
    '<tool_call>{"name": "f", "arguments": {"n": "3"}}</tool_call>',
  );
  expect(lines).toEqual(['f {"n":3}']);
});

test('tools may come and go between calls of one model', async () => {
  const element = (name: string) => `<${name}><n>1</n></${name}>`;
  const text = `${element('get')}\n${element('get_weather')}`;
  const sets = [['get'], ['get', 'get_weather'], [], ['get_weather']];
  const model = createModel(
    'v3',
    sets.flatMap(() => [text, text]),
  );
  const wrapped = withTools(model, toolMiddleware('morph-xml'));
  for (const set of sets) {
    const params: Params = { prompt: [], tools: set.map(toolNamed) };
    const { content } = await wrapped.doGenerate(params);
    const called = content.filter(({ type }: { type: string }) => type === 'tool-call');
    expect(called.map(({ toolName }: { toolName: string }) => toolName)).toEqual(set);
    const { stream } = await wrapped.doStream(params);
    const parts = [];
    for await (const part of stream) if (part.type === 'tool-call') parts.push(part.toolName);
    expect(parts).toEqual(set);
  }
});

test('more sets of tools than are remembered', async () => {
  for (let i = 0; i < 120; i++) {
    const name = `tool_${i % 70}`;
    const params = { prompt: [], tools: [toolNamed(name), ...functionTools('ping')] };
    for (const run of [generate, stream])
      expect((await run(toolMiddleware('morph-xml'), params, `<${name}/><ping/>`)).lines).toEqual([
        `${name} {}`,
        'ping {}',
      ]);
  }
});
