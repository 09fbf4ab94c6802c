// The ways to read a text with a format, each as the same lines: `text "…"`, `call name {…}`, `issue code`.
import {
  createProtocol,
  type Format,
  type ParserOptions,
  type Part,
  type ProtocolOptions,
  type Thresholds,
  type Tool,
} from 'toolwire';
import { TextParser } from '../../src/parser.ts';

/** What to read by. */
export interface Setting {
  format: Format;
  tools: readonly Tool[];
  options: ParserOptions;
}

/** Lines of a reading; texts that follow each other are one. */
class Lines {
  readonly lines: string[] = [];
  #text = '';

  text(text: string): void {
    this.#text += text;
  }

  add(line: string): void {
    this.end();
    this.lines.push(line);
  }

  end(): string[] {
    if (this.#text !== '') this.lines.push(`text ${JSON.stringify(this.#text)}`);
    this.#text = '';
    return this.lines;
  }
}

/** By the parser's events, with the engine that the thresholds choose. */
export function readEvents(setting: Setting, deltas: readonly string[], thresholds?: Thresholds): string[] {
  const lines = new Lines();
  let joined = '';
  const sink = {
    onText: (text: string) => lines.text(text),
    onCallStart: () => {
      joined = '';
    },
    onInput: (delta: string) => {
      joined += delta;
    },
    onCallEnd: (name: string, input: string) =>
      lines.add(describeCall(name, joined === input ? input : `${input} from the deltas ${joined}`)),
    onIssue: ({ code }: { code: string }) => lines.add(`issue ${code}`),
  };
  const parser = new TextParser(setting, sink, thresholds);
  for (const delta of deltas) parser.feed(delta);
  parser.finish();
  return lines.end();
}

/** How many units the parser reads, counting those it reads twice. */
export function countUnits(setting: Setting, deltas: readonly string[]): number {
  const nothing = () => {};
  const sink = {
    onText: nothing,
    onCallStart: nothing,
    onInput: nothing,
    onCallEnd: nothing,
    onIssue: nothing,
  };
  const parser = new TextParser(setting, sink);
  for (const delta of deltas) parser.feed(delta);
  parser.finish();
  return parser.unitsScanned;
}

/** By `parseGeneratedText`: parts, then issues. */
export function readWhole({ format, tools, options }: Setting, text: string): string[] {
  const issues: string[] = [];
  const protocol = createProtocol(format);
  const parts = protocol.parseGeneratedText({ text, tools, options: { ...options, ...reporting(issues) } });
  return [...parts.map(describePart), ...issues];
}

/** By `createStreamParser`: parts, then issues. */
export async function readStream(
  { format, tools, options }: Setting,
  deltas: readonly string[],
): Promise<string[]> {
  const issues: string[] = [];
  const stream = createProtocol(format).createStreamParser({
    tools,
    options: { ...options, ...reporting(issues) },
  });
  const lines = new Lines();
  for (const part of await transform(stream, deltas)) {
    if (part.type === 'text-delta') lines.text(String(part.delta));
    else if (part.type === 'tool-call') lines.add(describePart(part));
  }
  return [...lines.end(), ...issues];
}

/** Sends deltas as one text block through a stream of parts. */
export async function transform(
  stream: TransformStream<Part, Part>,
  deltas: readonly string[],
): Promise<Part[]> {
  const source = [
    { type: 'text-start', id: '1' },
    ...deltas.map((delta) => ({ type: 'text-delta', id: '1', delta })),
    { type: 'text-end', id: '1' },
  ];
  const writer = stream.writable.getWriter();
  const written = Promise.all([...source.map((part) => writer.write(part)), writer.close()]);
  const parts: Part[] = [];
  const reader = stream.readable.getReader();
  for (let next = await reader.read(); !next.done; next = await reader.read()) parts.push(next.value);
  await written;
  return parts;
}

function reporting(issues: string[]): ProtocolOptions {
  return { onError: (_, metadata) => issues.push(`issue ${metadata?.code}`) };
}

function describePart({ type, text, toolName, input }: Part): string {
  return type === 'text' ? `text ${JSON.stringify(text)}` : describeCall(toolName, input);
}

/** Halves of surrogate pairs as escapes: a case file can't hold them. */
function describeCall(name: unknown, input: unknown): string {
  return `call ${name} ${input}`.replace(/\p{Cs}/gu, (unit) => JSON.stringify(unit).slice(1, -1));
}
