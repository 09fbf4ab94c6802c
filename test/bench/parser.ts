// Times protocols where this runs: streams of 4-unit deltas against an identity `TransformStream`, and whole answers
// against `indexOf` and `JSON.parse`. Bundled by `parser.mjs` and run from scratch by a host of `hosts.mjs`. What is
// compared takes turns in every round, so that noise falls on both.
import { createProtocol, type Format, formats, type Part, type Tool } from 'toolwire';
import { Random } from '../support/random.ts';
import { median } from './median.ts';
import * as texts from './texts.ts';

export { median };

const tools: Tool[] = [
  {
    name: 'write_file',
    inputSchema: {
      type: 'object',
      properties: { path: { type: 'string' }, content: { type: 'string' } },
    },
  },
  {
    name: 'get_weather',
    inputSchema: { type: 'object', properties: { city: { type: 'string' }, days: { type: 'integer' } } },
  },
];

/** What to time: a key of `subjects`, and how often. */
export interface Plan {
  subject: string;
  rounds: number;
}

/** Milliseconds of CPU, ours and that of what we are compared with. */
export interface Row {
  ours: number;
  base: number;
}

type Go = () => Promise<unknown> | unknown;
type Subject = () => { ours: Go; base: Go };

const DELTA = 4;
const KB = 1024;

/** Formats whose arguments are timed, one per codec that streams. */
const streamed: Format[] = Object.values(formats).filter(({ name }) =>
  ['hermes', 'morph-xml', 'qwen3-coder', 'wire'].includes(name),
);

export const subjects: Record<string, Subject> = {
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

/** A call with one long string, in the spelling of the format. */
function longCall(format: Format, units: number): string {
  const content = texts.code(units, false).slice(0, units);
  return `Here it is.\n${format.writeCall({ toolName: 'write_file', input: { path: 'src/a.ts', content } })}`;
}

function stream(format: Format, text: string): { ours: Go; base: Go } {
  const parts: Part[] = [{ type: 'text-start', id: '1' }];
  for (let at = 0; at < text.length; at += DELTA)
    parts.push({ type: 'text-delta', id: '1', delta: text.slice(at, at + DELTA) });
  parts.push({ type: 'text-end', id: '1' }, { type: 'finish' });
  const protocol = createProtocol(format);
  return {
    ours: () => drain(parts, protocol.createStreamParser({ tools })),
    base: () => drain(parts, new TransformStream<Part, Part>()),
  };
}

async function drain(parts: readonly Part[], transform: TransformStream<Part, Part>): Promise<number> {
  let at = 0;
  const source = new ReadableStream<Part>({
    pull(controller) {
      const part = parts[at++];
      if (part) controller.enqueue(part);
      else controller.close();
    },
  });
  const reader = source.pipeThrough(transform).getReader();
  let count = 0;
  while (!(await reader.read()).done) count++;
  return count;
}

/** Short answers: some prose, mostly a call, sometimes two. */
function shortAnswers(): string[] {
  const random = new Random(11);
  const call = () =>
    formats.hermes.writeCall({
      toolName: 'get_weather',
      input: { city: random.pick(['Paris', 'New York', 'Rome']), days: random.below(9) },
    });
  return Array.from({ length: 1000 }, () => {
    const lead = random.oneIn(2) ? `${texts.prose(40, false, random)}\n` : '';
    const calls = random.oneIn(5) ? [] : random.oneIn(4) ? [call(), call()] : [call()];
    return lead + calls.join('\n') + (random.oneIn(6) ? texts.prose(30, false, random) : '');
  });
}

function generate(answers: readonly string[]): { ours: Go; base: Go } {
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

/** Rounds before those that count: engines compile in steps. */
const WARM_UP = 4;

/** Times one subject, here. */
export async function run({ subject, rounds }: Plan): Promise<Row> {
  const { ours, base } = (subjects[subject] as Subject)();
  const times: Record<keyof Row, number[]> = { ours: [], base: [] };
  for (let round = -WARM_UP; round < rounds; round++) {
    for (const [key, go] of [
      ['base', base],
      ['ours', ours],
    ] as const) {
      const taken = await sample(go);
      if (round >= 0) times[key].push(taken);
    }
  }
  return { ours: median(times.ours), base: median(times.base) };
}

/** Milliseconds of CPU that one `go` takes: a mean over 20 ms at least. */
async function sample(go: Go): Promise<number> {
  const began = cpu();
  let times = 0;
  let taken = 0;
  for (; taken < 20; taken = cpu() - began) {
    await go();
    times++;
  }
  return taken / times;
}

function cpu(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
