// What DEBUG_PARSER_MW prints, and how: by the environment, by globals of the same names, and by the option.
import { createToolMiddleware, type DebugLevel, protocolFor, toolMiddleware } from 'toolwire';
import { afterEach, beforeEach, describe, expect, type MockInstance, test, vi } from 'vitest';
import { generate, question, stream, text, ways, written } from './support/hooks.ts';

const isBrowser = 'document' in globalThis;
const environment = globalThis.process?.env;
const ping = written({}, 'ping');
const said = `a ${ping} b ${ping}`;
const hermes = toolMiddleware('hermes');
const LEVEL = 'DEBUG_PARSER_MW';
const STYLE = 'DEBUG_PARSER_MW_STYLE';

let log: MockInstance<typeof console.log>;
beforeEach(() => {
  log = vi.spyOn(console, 'log').mockImplementation(() => {});
});
afterEach(() => {
  log.mockRestore();
  vi.unstubAllGlobals();
  for (const name of [LEVEL, STYLE]) delete environment?.[name];
});

/** How a variable is set: where there is a process, where there is none, and both. */
const setters: [how: string, set: (name: string, value: string) => void][] = [
  ['by a global', (name, value) => vi.stubGlobal(name, value)],
];
if (environment) {
  setters.push([
    'by the environment',
    (name, value) => {
      environment[name] = value;
    },
  ]);
  setters.push([
    'by both, where the environment holds',
    (name, value) => {
      environment[name] = value;
      vi.stubGlobal(name, 'off');
    },
  ]);
}

/** Everything that was printed, a line each. */
const printed = () => log.mock.calls.map((values) => values.join(' '));

describe.each(setters)('%s', (_, set) => {
  describe.each(ways)('%s', (way, run) => {
    test('parse: the text with its calls marked, once, and what was read', async () => {
      set(LEVEL, 'parse');
      const { lines } = await run(hermes, question, said);
      expect(lines).toEqual(['a ', 'ping {}', ' b ', 'ping {}']);
      expect(log).toHaveBeenCalledTimes(1);
      expect(printed()[0]).toContain('2 calls');
      expect(printed()[0]).toContain('[{"toolName":"ping","input":{}},{"toolName":"ping","input":{}}]');
    });

    test('parse: what was odd, and the caller hears of it too', async () => {
      set(LEVEL, 'parse');
      const onError = vi.fn();
      const providerOptions = { toolCallMiddleware: { onError } };
      await run(hermes, { ...question, providerOptions }, 'a <tool_call>nonsense</tool_call>');
      expect(printed()[0]).toContain('0 calls');
      expect(printed()[0]).toContain('! A call: malformed call');
      expect(onError).toHaveBeenLastCalledWith('A call: malformed call', expect.anything());
    });

    test('stream: every part as it came and as it went', async () => {
      set(LEVEL, 'stream');
      const { parts } = await run(hermes, question, said);
      const out = printed().filter((line) => line.startsWith('[toolwire] ← '));
      const into = printed().filter((line) => line.startsWith('[toolwire] → '));
      expect(out.map((line) => JSON.parse(line.slice(13)))).toEqual(JSON.parse(JSON.stringify(parts)));
      const texts = into
        .map((line) => JSON.parse(line.slice(13)))
        .map(({ delta, text: whole }) => delta ?? whole ?? '');
      expect(texts.join('')).toBe(said);
      if (way === 'stream') expect(into.length).toBeGreaterThan(10);
    });

    test.each(['off', '', 'yes', '1'])('%j: nothing', async (level) => {
      set(LEVEL, level);
      await run(hermes, question, said);
      expect(log).not.toHaveBeenCalled();
    });

    test('names of levels in any case', async () => {
      set(LEVEL, 'PARSE');
      await run(hermes, question, said);
      expect(log).toHaveBeenCalledTimes(1);
    });
  });

  test.each([
    ['bg', '\x1b[30;46m', '\x1b[0m', 'background'],
    ['inverse', '\x1b[7m', '\x1b[27m', 'background'],
    ['underline', '\x1b[4m', '\x1b[24m', 'underline'],
    ['bold', '\x1b[1m', '\x1b[22m', 'bold'],
    ['BOLD', '\x1b[1m', '\x1b[22m', 'bold'],
    ['unheard-of', '\x1b[30;46m', '\x1b[0m', 'background'],
    ['constructor', '\x1b[30;46m', '\x1b[0m', 'background'],
  ])('the style of marks: %s', async (style, on, off, css) => {
    set(LEVEL, 'parse');
    set(STYLE, style);
    await generate(hermes, question, said);
    const [format, ...values] = log.mock.calls[0] as string[];
    if (isBrowser) {
      expect(format?.match(/%c%s/g)).toHaveLength(5);
      expect(values.slice(0, 8)).toEqual([
        '',
        'a ',
        expect.stringContaining(css),
        ping,
        '',
        ' b ',
        expect.stringContaining(css),
        ping,
      ]);
    } else {
      expect(values).toEqual([]);
      expect(format).toContain(`a ${on}${ping}${off} b ${on}${ping}${off}\n`);
    }
  });
});

test('without a word of it nothing is printed', async () => {
  for (const [, run] of ways) await run(hermes, question, said);
  expect(log).not.toHaveBeenCalled();
});

test('in a page, marks are styles of its console', async () => {
  if (!isBrowser) vi.stubGlobal('document', {});
  await generate(toolMiddleware('hermes', { debug: 'parse' }), question, '100 %d of %s');
  const [format, ...values] = log.mock.calls[0] as string[];
  expect(format).toBe('[toolwire] 0 calls in\n%c%s\n%c%s');
  expect(values).toEqual(['', '100 %d of %s', '', '[]']);
});

describe('the option', () => {
  test.each<[level: DebugLevel, count: number]>([
    ['off', 0],
    ['parse', 1],
  ])('%s comes before the environment', async (debug, count) => {
    vi.stubGlobal(LEVEL, count === 0 ? 'parse' : 'off');
    await generate(toolMiddleware('hermes', { debug }), question, said);
    expect(log).toHaveBeenCalledTimes(count);
  });

  test('a call without tools is printed too', async () => {
    await stream(toolMiddleware('hermes', { debug: 'parse' }), { prompt: question.prompt }, said);
    expect(printed()[0]).toContain('0 calls');
  });
});

test('segments that are not in the text are not marked', async () => {
  const protocol = { ...protocolFor('hermes'), extractToolCallSegments: () => ['nowhere', ping] };
  const middleware = createToolMiddleware({ protocol, toolSystemPromptTemplate: String, debug: 'parse' });
  await generate(middleware, question, said);
  expect(printed()[0]).not.toContain('nowhere');
});

test('what is no JSON is printed as far as it can be, and the answer goes on', async () => {
  const circle: Record<string, unknown> = {};
  circle.self = circle;
  const parts = [
    { type: 'raw', rawValue: circle },
    { type: 'raw', rawValue: 10n },
    { type: 'error', error: new Error('lost') },
    { type: 'file', data: new Uint8Array(1000), mediaType: 'image/png' },
    text('done'),
  ];
  const { parts: got } = await generate(toolMiddleware('hermes', { debug: 'stream' }), question, { parts });
  expect(got).toEqual(parts);
  const lines = printed().join('\n');
  expect(lines).toContain('Error: lost');
  expect(lines).toContain('1000 bytes');
  expect(lines.length).toBeLessThan(1000);
});
