// Times protocols where this runs: streams of 4-unit deltas against an identity `TransformStream`, and whole answers
// against `indexOf` and `JSON.parse`. Bundled by `parser.mjs` and run from scratch by a host of `hosts.mjs`. What is
// compared takes turns in every round, so that noise falls on both.
import { createProtocol, type Format, formats, type Part } from 'toolwire';
import { Random } from '../support/random.ts';
import { drain, longCall, partsOf, shortCall, streamOf, tools } from './answers.ts';
import { median } from './median.ts';
import * as texts from './texts.ts';
import { type Plan, type Rivals, type Row, takeTurns } from './turns.ts';

export { median };

const KB = 1024;

/** Formats whose arguments are timed, one per codec that streams. */
const streamed: Format[] = Object.values(formats).filter(({ name }) =>
  ['hermes', 'morph-xml', 'qwen3-coder', 'wire'].includes(name),
);

export const subjects: Record<string, () => Rivals> = {
  'prose 200': () => stream(formats.hermes, texts.prose(200 * KB, false)),
  'prose with code 200': () => stream(formats.hermes, texts.code(200 * KB, false)),
  'mixed prose 200': () => stream(formats.hermes, texts.prose(200 * KB, true)),
  ...Object.fromEntries(
    streamed.flatMap((format) =>
      [200, 1000].map((size) => [
        `${format.name} argument ${size}`,
        () => stream(format, longCall(format, size * KB)),
      ]),
    ),
  ),
  'generate 1000': () => generate(shortAnswers()),
};

function stream(format: Format, text: string): Rivals {
  const parts = partsOf(text);
  const protocol = createProtocol(format);
  return {
    ours: () => drain(streamOf(parts).pipeThrough(protocol.createStreamParser({ tools }))),
    base: () => drain(streamOf(parts).pipeThrough(new TransformStream<Part, Part>())),
  };
}

/** Short answers: some prose, mostly a call, sometimes two. */
function shortAnswers(): string[] {
  const random = new Random(11);
  const call = () => shortCall(formats.hermes, random);
  return Array.from({ length: 1000 }, () => {
    const lead = random.oneIn(2) ? `${texts.prose(40, false, random)}\n` : '';
    const calls = random.oneIn(5) ? [] : random.oneIn(4) ? [call(), call()] : [call()];
    return lead + calls.join('\n') + (random.oneIn(6) ? texts.prose(30, false, random) : '');
  });
}

function generate(answers: readonly string[]): Rivals {
  const protocol = createProtocol(formats.hermes);
  return {
    ours: () => answers.map((text) => protocol.parseGeneratedText({ text, tools })),
    base: () => answers.map(parseByHand),
  };
}

/** What one writes in five minutes: right for well-formed answers alone. */
function parseByHand(text: string): Part[] {
  const parts: Part[] = [];
  let at = 0;
  for (;;) {
    const start = text.indexOf('<tool_call>', at);
    const end = start < 0 ? -1 : text.indexOf('</tool_call>', start);
    if (end < 0) break;
    if (start > at) parts.push({ type: 'text', text: text.slice(at, start) });
    const call = JSON.parse(text.slice(start + 11, end));
    parts.push({ type: 'tool-call', toolName: call.name, input: call.arguments });
    at = end + 12;
  }
  if (at < text.length) parts.push({ type: 'text', text: text.slice(at) });
  return parts;
}

/** Times one subject, here. */
export function run({ subject, rounds }: Plan): Promise<Row> {
  return takeTurns((subjects[subject] as () => Rivals)(), rounds);
}
