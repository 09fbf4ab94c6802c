// What a format writes, it reads as the same value: any JSON under a schema that says what strings are. Where text has no
// escapes, a text that holds the format's own marks can't be told from them: then the call is not silently another one.
import * as fc from 'fast-check';
import { formats, protocolFor, toolMiddleware } from 'toolwire';
import { describe, expect, test } from 'vitest';
import { stream } from './support/hooks.ts';

const string = { type: 'string' };
/** A tool that takes anything as long as it is known what is a string. */
const tool = {
  type: 'function',
  name: 'f',
  inputSchema: {
    type: 'object',
    properties: {
      text: string,
      count: { type: 'integer' },
      ratio: { type: 'number' },
      isOn: { type: 'boolean' },
      list: { type: 'array', items: string },
      inner: {
        type: 'object',
        properties: { text: string, deep: { type: 'array', items: { type: 'array', items: string } } },
      },
      map: { type: 'object', additionalProperties: string },
      'odd.key "x"': string,
    },
  },
};

/** Texts that mean something to a format, or to JSON, XML, Python and YAML. */
// biome-ignore format: a list
const texts = [
  '', ' ', '\n', '\n\n', '\r\n', 'a\n', '\na', 'a\r\nb', '\t', ' padded ', '123', '007', '1.0', '-0', '1e5', 'NaN', 'true', 'True', 'null', 'None', 'null ', '[]', '{}', '[1]',
  '{"a":1}', '[1,2', '{', '}', '"', "'", '\\', '\\n', '\\u0041', '"""', 'r"x"', '"a" + "b"', '#c', '//c', '/*c*/', '1,2', 'a=b', 'a="b"', '=', '/>',
  '&lt;', '&amp;', '&#10;', '<', '<!-- c -->', '<![CDATA[x]]>', ']]>', '<item>x</item>', '<text>x</text>', '</text>', '</f>', '<f>', '<f/>',
  '```', '\n```\n', '```tool_call', '<tool_call>', '</tool_call>', '<call>f text=1</call>', '</call>', '<think>', '</think>x',
  '<parameter=text>5', '</parameter>', '</function>', '<function=f>', '<arg_key>x</arg_key>', '</arg_key>', '<arg_value>', '</arg_value>',
  '<|im_end|>', '<|call|>', '<|message|>', '<|start|>assistant', '<|tool_call_end|>', '<|"|>', '<tool_call|>', '[TOOL_CALLS]', '[ARGS]', '</s>',
  '<｜tool▁call▁end｜>', '<end_of_turn>', '<|eot_id|>', '[f(text="x")]', '\u2028', '\0', '\u001f\u007f', '\ufeffx', '\u00a0x\u00a0', '😀', '\ud83d', '\ude00x', '__proto__',
];

const text = fc.oneof(
  fc.constantFrom(...texts),
  fc.string({ unit: 'binary' }),
  fc.tuple(fc.constantFrom(...texts), fc.constantFrom(...texts)).map((pair) => pair.join('')),
);
const key = fc.oneof(
  fc.constantFrom('a', 'b-c', '__proto__', 'constructor', '天気', 'with blank'),
  fc.string({ maxLength: 4 }),
);
const input = fc.record(
  {
    text,
    count: fc.integer(),
    ratio: fc.double({ noNaN: true, noDefaultInfinity: true }).map((ratio) => ratio + 0),
    isOn: fc.boolean(),
    list: fc.array(text, { maxLength: 3 }),
    inner: fc.record(
      { text, deep: fc.array(fc.array(text, { maxLength: 2 }), { maxLength: 2 }) },
      { requiredKeys: [] },
    ),
    map: fc.dictionary(key, text, { maxKeys: 3 }),
    'odd.key "x"': text,
  },
  { requiredKeys: [] },
);

/** Marks that raw text can't hold. */
const marks: Record<string, RegExp> = {
  'qwen3-coder': /<\/parameter>|<parameter=|<\/function>/,
  'glm-4.5': /<\/arg_value>|<arg_key>|<\/tool_call>/,
  gemma4: /<\|"\|>/,
};

/** Values as they compare: keys in any order, and no prototypes. */
const plain = (value: unknown): unknown =>
  typeof value !== 'object' || value === null
    ? value
    : Array.isArray(value)
      ? value.map(plain)
      : new Map(
          Object.entries(value)
            .sort(([a], [b]) => (a < b ? -1 : 1))
            .map(([name, item]) => [name, plain(item)]),
        );

describe.each(Object.values(formats).map(({ name }) => name))('%s', (name) => {
  const protocol = protocolFor(name);

  /** The inputs that are read of what is written of one, and what was odd. */
  function readBack(value: object) {
    const issues: string[] = [];
    const written = protocol.formatToolCall({ toolName: 'f', input: value }, [tool]);
    const parts = protocol.parseGeneratedText({
      text: written,
      tools: [tool],
      options: { onError: (message) => issues.push(message) },
    });
    return { written, parts, issues };
  }

  test('any value', { timeout: 30_000 }, () => {
    fc.assert(
      fc.property(input, (value) => {
        const { written, parts, issues } = readBack(value);
        if (marks[name]?.test(written.replaceAll('\\u003c', '')) && issues.length > 0) return;
        const [call, ...rest] = parts;
        expect(rest).toEqual([]);
        expect(plain(JSON.parse(String(call?.input)))).toEqual(plain(value));
      }),
      { seed: 7, numRuns: 500 },
    );
  });

  test('every text, alone and between others, also streamed', async () => {
    for (const value of texts) {
      const given = { list: ['a', value, 'b'], text: value, count: 3 };
      const { written, parts, issues } = readBack(given);
      const isRaw = marks[name]?.test(value);
      if (isRaw) expect(issues, written).not.toEqual([]);
      else expect(plain(JSON.parse(String(parts[0]?.input))), written).toEqual(plain(given));
      const whole = parts
        .filter(({ type }) => type === 'tool-call')
        .map((part) => `${part.toolName} ${part.input}`);
      const { lines } = await stream(
        toolMiddleware(name),
        { prompt: [], tools: [tool] },
        { text: written, cut: 3 },
      );
      expect(lines.filter((line) => line.startsWith('f '))).toEqual(whole);
    }
  });
});
