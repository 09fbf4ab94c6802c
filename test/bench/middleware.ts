// Times the whole way of a stream through the AI SDK where this runs: a mock model under `wrapLanguageModel` with our
// middleware, against the same with one that only pipes the stream through an identity `TransformStream`. Bundled by
// `middleware.mjs` and run from scratch by a host of `hosts.mjs`.
import { type LanguageModelMiddleware, wrapLanguageModel } from 'ai';
import { type Format, formats, type Part, toolMiddleware } from 'toolwire';
import { Random } from '../support/random.ts';
import { drain, longCall, partsOf, shortCall, streamOf, tools } from './answers.ts';
import { median } from './median.ts';
import * as texts from './texts.ts';
import { type Plan, type Rivals, type Row, takeTurns } from './turns.ts';

export { median };

type Model = Parameters<typeof wrapLanguageModel>[0]['model'];
type Params = Parameters<ReturnType<typeof wrapLanguageModel>['doStream']>[0];

const KB = 1024;
const { hermes, morphXml } = formats;

/** What is timed, and how much of the base's CPU it may take. */
export const subjects: Record<string, { bar: number; create: () => Rivals }> = {
  'prose, 200 KB': { bar: 0.9, create: () => stream(hermes, texts.prose(200 * KB, false)) },
  'prose, 200 KB, morph-xml': { bar: 0.9, create: () => stream(morphXml, texts.prose(200 * KB, false)) },
  'chat, 8 calls, hermes': { bar: 1.2, create: () => stream(hermes, chat(hermes)) },
  'chat, 8 calls, morph-xml': { bar: 1.2, create: () => stream(morphXml, chat(morphXml)) },
  'argument, 200 KB, hermes': { bar: 1.1, create: () => stream(hermes, longCall(hermes, 200 * KB)) },
  'argument, 200 KB, morph-xml': { bar: 1.1, create: () => stream(morphXml, longCall(morphXml, 200 * KB)) },
  'argument, 1 MB, hermes': { bar: 1.1, create: () => stream(hermes, longCall(hermes, KB * KB)) },
  'argument, 1 MB, morph-xml': { bar: 1.1, create: () => stream(morphXml, longCall(morphXml, KB * KB)) },
};

/** Eight calls, each with a sentence or two before it, and a conclusion. */
function chat(format: Format): string {
  const random = new Random(13);
  const turn = () => `${texts.prose(150, false, random)}\n${shortCall(format, random)}\n`;
  return Array.from({ length: 8 }, turn).join('') + texts.prose(300, false, random);
}

const identity: LanguageModelMiddleware = {
  specificationVersion: 'v4',
  wrapStream: async ({ doStream }) => {
    const { stream, ...rest } = await doStream();
    return { stream: stream.pipeThrough(new TransformStream()), ...rest };
  },
};

function stream(format: Format, text: string): Rivals {
  const model = mockModel(partsOf(text));
  const ours = wrapLanguageModel({ model, middleware: toolMiddleware(format.name) });
  const base = wrapLanguageModel({ model, middleware: identity });
  const params = {
    prompt: [{ role: 'user', content: [{ type: 'text', text: 'Go on.' }] }],
    tools: tools.map((tool) => ({ type: 'function', ...tool })),
  } as unknown as Params;
  return {
    ours: async () => drain((await ours.doStream(params)).stream),
    base: async () => drain((await base.doStream(params)).stream),
  };
}

const mockModel = (parts: readonly Part[]): Model => ({
  specificationVersion: 'v4',
  provider: 'mock',
  modelId: 'mock',
  supportedUrls: {},
  doGenerate: () => Promise.reject(new Error('This model only streams.')),
  doStream: async () => ({ stream: streamOf(parts) as never }),
});

/** Times one subject, here. */
export function run({ subject, rounds }: Plan): Promise<Row> {
  return takeTurns((subjects[subject] as (typeof subjects)[string]).create(), rounds);
}
