// Prose that looks like calls: texts on tool calling, samples of it, JSON, Python and HTML in answers. All of it is shown as
// it stands, in every format, with tools whose names are words and tags; only what is a whole call of a tool is one.
import { formats, type Tool } from 'toolwire';
import { describe, expect, test } from 'vitest';
import { Random } from './support/random.ts';
import { readStream, readWhole } from './support/readings.ts';

const inputSchema = { type: 'object', properties: { city: { type: 'string' }, n: { type: 'integer' } } };
const tools: Tool[] = [
  'get_weather',
  'search',
  'item',
  'p',
  'a',
  'code',
  'list',
  'print',
  'get',
  'title',
].map((name) => ({ name, inputSchema }));

/** Texts that hold no call in any format. */
const texts = [
  // on tool calling
  'To call a tool, the model writes `<tool_call>` followed by JSON and then `</tool_call>`.',
  'Use `<tool_call>{"name": ..., "arguments": {...}}</tool_call>` to call.',
  '<tool_call> opens a call, </tool_call> closes it.',
  'The syntax is ```tool_call and then JSON.',
  'So:\n```tool_call\n{"name": "<tool name>", "arguments": <args>}\n```\nDone.',
  'So:\n```tool_call\n{"name": …}\n```\nDone.',
  '<get_weather> is the tag of the tool.',
  'The tool get_weather, and its parameter city.',
  'get_weather(city: string): Promise<string>',
  '`<function=` opens, `<parameter=` goes on',
  '`[TOOL_CALLS]` is a token, then comes the name.',
  'Words such as <call>, </call> and <call></call>.',
  '<arg_key>k</arg_key>',
  '<|tool_call_begin|> comes first.',
  '<call>me maybe</call>',
  ' to=user: hello',
  // JSON
  '{"name": "Anna", "age": 3}',
  '{"a": {"name": "get_weather", "arguments": {}}}',
  '```json\n{"name": "get_weather", "description": "The weather"}\n```',
  '[{"name": "get_weather", "description": "The weather", "parameters": {"type": "object"}}]',
  '{"tools": [{"name": "get_weather", "arguments": {"city": "Paris"}}]}',
  '[1, 2, 3]',
  '["get_weather", "search"]',
  // Python and Markdown
  '[get_weather](https://example.org/z)',
  '[get_weather(city)](#x)',
  'See [1], [search] and [get_weather, list].',
  '[print(x) for x in y]',
  '[search(x) for x in range(3)]',
  '[list(range(3))]',
  'list(x) is Python',
  'get (it) done, a (b)',
  'a(b) = c',
  // XML and HTML
  '<p>A paragraph</p>',
  '<p class="x">y</p>',
  '<a href="x">a link</a> and <code>x = [1]</code>',
  '<title>T</title>\n<item>x</item>',
  'if (a <p && p> c) return;',
  'std::list<item> x; a < b',
  '</p></item>',
];

describe.each(Object.values(formats).map((format) => [format.name, format] as const))('%s', (_, format) => {
  const setting = { format, tools, options: {} };
  const shown = (lines: readonly string[]) => lines.filter((line) => !line.startsWith('issue '));

  test.each(texts)('%j', async (text) => {
    const expected = [`text ${JSON.stringify(text)}`];
    const random = new Random(text.length);
    expect(shown(readWhole(setting, text))).toEqual(expected);
    for (const deltas of [[text], text.split(''), random.cut(text, 5), random.cut(text, 9)])
      expect(shown(await readStream(setting, deltas))).toEqual(expected);
  });

  test('all of it, and a call at the start', async () => {
    const call = format.writeCall({ toolName: 'get_weather', input: { city: 'Paris' }, tool: tools[0] });
    const lines = shown(readWhole(setting, `${call}\n\n${texts.join('\n\n')}`));
    expect(lines[0]).toBe('call get_weather {"city":"Paris"}');
    if (format.after !== 'drop') expect(lines).toHaveLength(2);
  });
});
