// `compactTools()` in every SDK: what the model is told, that its calls run, and how they are shown to it again.
import { compactTools, type Tool } from 'toolwire';
import { expect, test } from 'vitest';
import { newestHosts, ofType, runners, runStream, textOf } from './support/run.ts';

/** The texts of the prompt of one call, by role. */
const promptOf = (call: { prompt: { role: string; content: string | { text?: string }[] }[] }) =>
  call.prompt.map(({ role, content }) => [
    role,
    typeof content === 'string' ? content : content.map(({ text }) => text).join('\n'),
  ]);

const ways = newestHosts.flatMap((host) =>
  runners.map(([name, run]) => [`${name} of ${host.name}`, host, run] as const),
);

test.each(ways)('%s: a loop of two steps', async (_, host, run) => {
  const answer = 'I look.\n<call>get_weather city="New \\"York\\"" days=3</call>\n<call>ping</call>';
  const script = [answer, 'It rains.'];
  const { ran, parts, model, errors } = await run(host, script, {
    middleware: compactTools(),
    system: 'Be brief.',
  });
  expect(errors).toEqual([]);
  expect(ran).toEqual([
    ['get_weather', { city: 'New "York"', days: 3 }],
    ['ping', {}],
  ]);
  expect(textOf(parts)).toBe('I look.\nIt rains.');
  const [first, second] = model.calls;
  expect([first.tools, first.toolChoice]).toEqual([undefined, undefined]);
  expect(promptOf(first)[0]?.[1]).toMatch(
    /^Be brief\.\n\n# Tools\n[\s\S]*\nget_weather: city:string, days\?:integer — The tool get_weather\.\nping — The tool ping\./,
  );
  expect(promptOf(second).slice(-2)).toEqual([
    ['assistant', 'I look.\n<call>get_weather city=\'New "York"\' days=3</call>\n<call>ping</call>'],
    [
      'user',
      '<tool-result name="get_weather">get_weather is done</tool-result>\n<tool-result name="ping">ping is done</tool-result>',
    ],
  ]);
});

test.each(newestHosts)('$name: input deltas are strict JSON under one id', async (host) => {
  const script = ['<call>write path=a.txt content="one\ntwo"</call>', 'Done.'];
  const { parts } = await runStream(host, script, { middleware: compactTools() });
  const deltas = ofType(parts, 'tool-input-delta');
  expect(deltas.length).toBeGreaterThan(2);
  expect(deltas.map(({ delta }) => delta).join('')).toBe('{"path":"a.txt","content":"one\\ntwo"}');
  const ids = new Set([
    ...deltas.map(({ id }) => id),
    ...ofType(parts, 'tool-call').map((part) => part.toolCallId),
  ]);
  expect(ids.size).toBe(1);
});

test.each(ways)('%s: a call that does not fit comes back as an error', async (_, host, run) => {
  const script = ['<call>get_weather days=3</call>', '<call>get_weather in Paris</call>', 'Sorry.'];
  const { ran, model } = await run(host, script, { middleware: compactTools() });
  expect(ran).toEqual([]);
  for (const call of model.calls.slice(1))
    expect(promptOf(call).at(-1)).toEqual([
      'user',
      expect.stringMatching(/^<tool-error name="get_weather">[\s\S]*<\/tool-error>$/),
    ]);
});

/** What the model is told of these tools. */
async function manualOf(tools: readonly Tool[], options?: Parameters<typeof compactTools>[0]) {
  const params = { prompt: [], tools: tools.map((tool) => ({ type: 'function', ...tool })) };
  const hooks = compactTools(options) as unknown as {
    transformParams(call: object): Promise<{ prompt: { content: string }[] }>;
  };
  return (await hooks.transformParams({ type: 'generate', params, model: {} })).prompt[0]?.content;
}

const string = { type: 'string' };
const object = (properties: Record<string, unknown>) => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
});
const time: Tool = { name: 'time', description: 'The time.', inputSchema: object({ zone: string }) };
const book: Tool = {
  name: 'book',
  inputSchema: object({
    guests: { type: 'array', items: string },
    room: object({ floor: { type: 'integer' } }),
  }),
};
const pick: Tool = {
  name: 'pick',
  inputSchema: { anyOf: [object({ id: { type: 'integer' } }), object({ name: string })] },
};

const ending = `- Arguments marked ? are optional.
- You may write text before calls, and several calls in a row. Then stop: results come as <tool-result name="…">; on <tool-error name="…">, correct the call and retry.
`;

test('the manual says what the tools need, and no more', async () => {
  const quotes =
    '- Put double quotes around text with spaces, quotes or <; escape as in JSON, line breaks may stay.';
  const start = `# Tools
To call a tool, write its name and arguments in a tag, for example:
<call>time zone="some zone"</call>
${quotes}`;
  expect(await manualOf([time])).toBe(`${start}\n${ending}\ntime: zone:string — The time.`);
  const manual = await manualOf([time, book, pick]);
  expect(manual).toBe(`${start}
- Arrays are JSON: guests=["some guests"]
- Nested keys are dotted: room.floor=1
- Tools listed with {} take JSON: <call>pick {"id":1}</call>
${ending}
time: zone:string — The time.
book: guests:string[], room.floor:integer
pick: {id:integer}|{name:string}`);
  expect(await manualOf([time, book, pick])).toBe(manual);
});

test('syntax json: all is JSON', async () => {
  expect(await manualOf([time], { syntax: 'json' })).toBe(`# Tools
To call a tool, write its name and arguments in a tag, for example:
<call>time {"zone":"some zone"}</call>
${ending}
time: {zone:string} — The time.`);
});

test('a key in quotes is no example of a path', async () => {
  const inputSchema = { type: 'object', properties: { 'a.b': { type: 'string' } } };
  const manual = await manualOf([{ name: 'f', inputSchema }], { fallbackToJson: 'force' });
  expect(manual).toContain('<call>f "a.b"="some a.b"</call>');
  expect(manual).not.toContain('dotted');
});

test('a header of your own stands for the rules', async () => {
  expect(await manualOf([time], { manualHeader: 'Call me:' })).toBe(
    'Call me:\n\ntime: zone:string — The time.',
  );
});

test('tools without arguments, and none but such', async () => {
  expect(await manualOf([{ name: 'ping' }])).toContain('<call>ping</call>');
});

test.each(newestHosts)('$name: options', async (host) => {
  const middleware = compactTools({ placement: 'first', manualHeader: 'Tools:', syntax: 'json' });
  const script = ['<call>get_weather {"city":"Rome"}</call>', 'Done.'];
  const { ran, model } = await runStream(host, script, { middleware, system: 'Be brief.' });
  expect(ran).toEqual([['get_weather', { city: 'Rome' }]]);
  expect(promptOf(model.calls[0])[0]?.[1]).toMatch(
    /^Tools:\n\nget_weather: \{city:string, days\?:integer\}[\s\S]*\n\nBe brief\.$/,
  );
  expect(promptOf(model.calls[1]).at(-2)).toEqual(['assistant', '<call>get_weather {"city":"Rome"}</call>']);
});

test('fallbackToJson: error, and options that are none', async () => {
  await expect(manualOf([pick], { fallbackToJson: 'error' })).rejects.toThrow('Tool "pick" can\'t be called');
  expect(() => compactTools({ syntax: 'xml' as 'json' })).toThrow('"syntax" must be "wire" or "json"');
  expect(() => compactTools({ debug: 'loud' as 'parse' })).toThrow('debug');
});
