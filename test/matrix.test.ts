// One build, three SDKs: a loop of two steps, in every format, through every SDK with every model that it takes.
import { formats, toolMiddleware, withTools } from 'toolwire';
import { describe, expect, test } from 'vitest';
import { createModel, type ScriptedModel, type SpecVersion } from './support/model.ts';
import { hosts, sdks, stopAfter } from './support/sdks.ts';

// biome-ignore lint/suspicious/noExplicitAny: any of the three SDKs, and what they give
type Any = any;
type Wrapper = 'withTools' | 'wrapLanguageModel';
type Mode = 'generateText' | 'streamText';

const modes: Mode[] = ['generateText', 'streamText'];
const sdkNamed = (name: string): Any => sdks.find(([known]) => known === name)?.[1];

/** Every SDK and model, wrapped by either; `wrapLanguageModel` of ai@6 mistakes v2, and takes v4 for v3. */
const ways: [name: string, sdk: Any, spec: SpecVersion, wrapper: Wrapper][] = [
  ...hosts.map(({ name, sdk, spec }): (typeof ways)[number] => [name, sdk, spec, 'withTools']),
  ...hosts
    .filter(({ name }) => name !== 'ai@6 with v2')
    .map(({ name, sdk, spec }): (typeof ways)[number] => [name, sdk, spec, 'wrapLanguageModel']),
  ['ai@6 with v4', sdkNamed('ai@6'), 'v4', 'wrapLanguageModel'],
];

const wrap = (sdk: Any, wrapper: Wrapper, model: ScriptedModel, format: string) =>
  wrapper === 'withTools'
    ? withTools(model, toolMiddleware(format))
    : sdk.wrapLanguageModel({ model, middleware: toolMiddleware(format) });

const inputSchema = {
  type: 'object',
  properties: { city: { type: 'string' }, days: { type: 'integer' } },
  required: ['city'],
} as const;

/** As the model writes it, and as the tool is to get it. */
const written = { city: 'São Paulo "SP"', days: '3' };
const input = { ...written, days: 3 };
const output = { degrees: 21 };
/** What is said before a call; one that has no marker stands at the start. */
const proseOf = (format: string) => (format === 'llama3-json' ? '' : 'Let me look.\n');

/** A tool that notes what happens to it. */
function createTool(sdk: Any) {
  const seen: { executed: unknown[]; starts: number; deltas: string; available: unknown[] } = {
    executed: [],
    starts: 0,
    deltas: '',
    available: [],
  };
  const tool = sdk.tool({
    description: 'The weather of the next days.',
    inputSchema: sdk.jsonSchema(inputSchema),
    execute: async (value: unknown) => {
      seen.executed.push(value);
      return output;
    },
    onInputStart: () => {
      seen.starts++;
    },
    onInputDelta: ({ inputTextDelta }: { inputTextDelta: string }) => {
      seen.deltas += inputTextDelta;
    },
    onInputAvailable: ({ input }: { input: unknown }) => {
      seen.available.push(input);
    },
  });
  return { tools: { get_weather: tool }, seen };
}

/** Runs a loop to its end. `parts` are those of the UI message, where there is a stream of it. */
async function run(sdk: Any, mode: Mode, model: unknown, tools: unknown) {
  const call = { model, tools, prompt: 'What is the weather?', stopWhen: stopAfter(sdk, 5) };
  const result = mode === 'generateText' ? await sdk.generateText(call) : sdk.streamText(call);
  let parts: Any[] = [];
  if (mode === 'streamText') {
    const stream = sdk.toUIMessageStream?.({ stream: result.stream, tools }) ?? result.toUIMessageStream();
    for await (const message of sdk.readUIMessageStream({ stream, terminateOnError: true }))
      parts = message.parts;
  }
  return {
    steps: (await result.steps) as Any[],
    totalUsage: await result.totalUsage,
    text: await result.text,
    parts,
  };
}

const tokens = (count: number) => ({ inputTokens: 10 * count, outputTokens: 20 * count });

describe.each(ways)('%s', (_, sdk, spec, wrapper) => {
  for (const mode of modes)
    test.each(Object.values(formats))(
      `${wrapper}, ${mode}: $name`,
      async ({ name, writeCall, writeResult }) => {
        const prose = proseOf(name);
        const call = { toolName: 'get_weather', tool: { name: 'get_weather', inputSchema } };
        const model = createModel(spec, [prose + writeCall({ ...call, input: written }), 'It is 21 °C.']);
        const { tools, seen } = createTool(sdk);
        const { steps, totalUsage, text, parts } = await run(
          sdk,
          mode,
          wrap(sdk, wrapper, model, name),
          tools,
        );

        expect(seen.executed).toEqual([input]);
        expect(seen.available).toEqual([input]);
        expect(steps.map(({ finishReason }) => finishReason)).toEqual(['tool-calls', 'stop']);
        expect(steps.map(({ usage }) => usage)).toMatchObject([tokens(1), tokens(1)]);
        expect(totalUsage).toMatchObject(tokens(2));
        expect(text).toBe('It is 21 °C.');

        const [first, second] = model.calls;
        for (const { tools, toolChoice } of [first, second])
          expect([tools, toolChoice]).toEqual([undefined, undefined]);
        const [system, , assistant, results] = second.prompt;
        expect(system.content).toContain('get_weather');
        expect(system.content).not.toContain(prose ? 'Begin your answer with' : 'You may say');
        expect(assistant).toMatchObject({ role: 'assistant', content: [{ type: 'text' }] });
        expect(assistant.content[0].text).toBe(prose + writeCall({ ...call, input }));
        expect(results).toMatchObject({
          role: 'user',
          content: [{ type: 'text', text: writeResult({ toolName: 'get_weather', result: output }) }],
        });

        if (mode === 'generateText') return;
        expect(seen.starts).toBe(1);
        expect(seen.deltas).toBe(JSON.stringify(input));
        expect(parts).toMatchObject([
          { type: 'step-start' },
          ...(prose ? [{ type: 'text', text: prose, state: 'done' }] : []),
          { type: 'tool-get_weather', state: 'output-available', input, output },
          { type: 'step-start' },
          { type: 'text', text: 'It is 21 °C.', state: 'done' },
        ]);
      },
    );
});

describe('models that wrapLanguageModel breaks without a word', () => {
  const script = [formats.hermes.writeCall({ toolName: 'get_weather', input }), 'It is 21 °C.'];

  test.each(modes)('ai@6 with v2, %s: withTools mends it', async (mode) => {
    const sdk = sdkNamed('ai@6');
    const runs = await Promise.all(
      (['wrapLanguageModel', 'withTools'] as const).map(async (wrapper) => {
        const { tools, seen } = createTool(sdk);
        const model = createModel('v2', script);
        const { steps } = await run(sdk, mode, wrap(sdk, wrapper, model, 'hermes'), tools);
        return [seen.executed.length, steps.map(({ finishReason }) => finishReason)];
      }),
    );
    expect(runs).toEqual([
      [0, [undefined]],
      [1, ['tool-calls', 'stop']],
    ]);
  });

  test.each([
    ['ai@5', 'v3'],
    ['ai@5', 'v4'],
    ['ai@6', 'v4'],
  ] as const)('%s with %s: withTools lets the SDK refuse it', async (name, spec) => {
    const sdk = sdkNamed(name);
    for (const mode of modes) {
      const model = withTools(createModel(spec, script), toolMiddleware('hermes'));
      const { tools } = createTool(sdk);
      await expect(run(sdk, mode, model, tools)).rejects.toSatisfy(
        sdk.UnsupportedModelVersionError.isInstance,
      );
    }
  });
});
