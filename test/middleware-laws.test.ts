// The law suite on the middleware: every case of every format, through `wrapStream` at many cuts and through
// `wrapGenerate`. What comes out must be what the protocol itself reads.
import {
  createProtocol,
  createToolMiddleware,
  type Format,
  formats,
  type Part,
  type ReadingSettings,
  type ToolCallProtocol,
  type ToolMiddleware,
} from 'toolwire';
import { describe, expect, test } from 'vitest';
import { linesOf } from '../src/testing/readings.ts';
import { checkLaws, type LawCase } from '../src/testing.ts';
import { readFormatCases } from './support/cases.ts';
import { tools, toolsNamed } from './support/tools.ts';

const files = import.meta.glob<string>(['./cases/*/*.txt', '!./cases/scanner/*'], {
  query: '?raw',
  import: 'default',
  eager: true,
});

function casesOf(format: Format): LawCase[] {
  return Object.entries(files)
    .filter(([file]) => file.split('/')[2] === format.name)
    .flatMap(([, content]) => readFormatCases(content))
    .map(({ text, tools: names, options }) => ({ text, tools: names ? toolsNamed(names) : tools, options }))
    .filter(({ tools }) => tools.length > 0); // without tools there is nothing to read
}

/** What the SDK would hand to the two wrappers. */
async function paramsFor(middleware: ToolMiddleware, { tools, options }: ReadingSettings): Promise<unknown> {
  const params = {
    prompt: [{ role: 'user', content: [{ type: 'text', text: 'Hi.' }] }],
    tools: tools.map((tool) => ({ type: 'function', ...tool })),
    providerOptions: { toolCallMiddleware: options ?? {} },
  };
  return middleware.transformParams({ type: 'stream', params, model: { specificationVersion: 'v3' } });
}

/** The protocol, its stream read by the middleware. */
function throughMiddleware(protocol: ToolCallProtocol, middleware: ToolMiddleware): ToolCallProtocol {
  return {
    ...protocol,
    createStreamParser: (settings) => {
      const source = new TransformStream<Part, Part>();
      const wrapped = (async () => {
        const doStream = async () => ({ stream: source.readable });
        const params = await paramsFor(middleware, settings);
        const { stream } = await middleware.wrapStream({ doStream, doGenerate: doStream, params });
        return stream.getReader();
      })();
      const writer = source.writable.getWriter();
      let last: Part | undefined;
      return {
        writable: new WritableStream<Part>({
          write(part) {
            last = part;
            return writer.write(part);
          },
          close: () => writer.close(),
        }),
        readable: new ReadableStream<Part>({
          async pull(controller) {
            const { done, value } = await (await wrapped).read();
            if (done) controller.close();
            // The suite knows this part by its identity; calls change its reason.
            else controller.enqueue(value.type === 'finish' ? (last as Part) : value);
          },
        }),
      };
    },
  };
}

describe.each(Object.values(formats).map((format) => [format.name, format] as const))('%s', (_, format) => {
  const cases = casesOf(format);
  const protocol = createProtocol(format);
  const middleware = createToolMiddleware({ protocol, toolSystemPromptTemplate: (text) => text });

  test('every law holds for wrapStream', { timeout: 60_000 }, async () => {
    expect(cases).not.toHaveLength(0);
    const wrapped = throughMiddleware(protocol, middleware);
    delete wrapped.extractToolCallSegments; // test/laws.test.ts looks for what is lost
    const { violations } = await checkLaws(wrapped, cases, { shortText: 0, seededCuts: 10 });
    expect(violations).toEqual([]);
  });

  test('wrapGenerate reads the same', async () => {
    for (const lawCase of cases) {
      const { text } = lawCase;
      const params = await paramsFor(middleware, lawCase);
      const doGenerate = async () => ({ content: [{ type: 'text', text }], finishReason: 'stop' });
      const { content, finishReason } = await middleware.wrapGenerate({ doGenerate, params });
      expect(linesOf(content), text).toEqual(linesOf(protocol.parseGeneratedText(lawCase)));
      const hasCalls = content.some(({ type, input }: Part) => type === 'tool-call' && isJson(input));
      expect(finishReason, text).toBe(hasCalls ? 'tool-calls' : 'stop');
    }
  });
});

function isJson(text: unknown): boolean {
  try {
    JSON.parse(String(text));
    return true;
  } catch {
    return false;
  }
}
