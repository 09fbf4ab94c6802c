// Reads a text through a protocol, whole and streamed, and checks how the parts of a stream stand to each other.
import type { Part, ProtocolOptions, ToolCallProtocol } from '../protocols/protocol.ts';
import type { LawCase } from './law.ts';

/** What came of a text. */
export interface Reading {
  parts: Part[];
  /** How often `onError` was called. */
  issues: number;
}

/** Reads the whole text at once. */
export function readWhole(protocol: ToolCallProtocol, { text, tools, options }: LawCase): Reading {
  const reading: Reading = { parts: [], issues: 0 };
  reading.parts = protocol.parseGeneratedText({ text, tools, options: optionsFor(reading, options) });
  return reading;
}

const first: Part = { type: 'stream-start', warnings: [] };
const last: Part = { type: 'finish', finishReason: 'stop' };

/** Reads the text as a stream of these deltas, between two parts that must pass through. */
export async function readStream(
  protocol: ToolCallProtocol,
  { tools, options }: LawCase,
  deltas: readonly string[],
): Promise<Reading> {
  const reading: Reading = { parts: [], issues: 0 };
  const { readable, writable } = protocol.createStreamParser({
    tools,
    options: optionsFor(reading, options),
  });
  const writer = writable.getWriter();
  const source = [
    first,
    { type: 'text-start', id: '1' },
    ...deltas.map((delta) => ({ type: 'text-delta', id: '1', delta })),
    { type: 'text-end', id: '1' },
    last,
  ];
  const written = Promise.all([...source.map((part) => writer.write(part)), writer.close()]);
  written.catch(() => {}); // the reader below meets the same error
  const reader = readable.getReader();
  for (let next = await reader.read(); !next.done; next = await reader.read()) reading.parts.push(next.value);
  await written;
  return reading;
}

function optionsFor(reading: Reading, options: ProtocolOptions = {}): ProtocolOptions {
  let ids = 0;
  return {
    ...options,
    generateId: () => `call-${++ids}`,
    onError: () => {
      reading.issues++;
    },
  };
}

/** Text and calls of a reading, one line each, whatever the deltas. */
export function linesOf(parts: readonly Part[]): string[] {
  const lines: string[] = [];
  let text = '';
  const endText = () => {
    if (text !== '') lines.push(`text ${JSON.stringify(text)}`);
    text = '';
  };
  for (const part of parts) {
    if (part.type === 'text') text += part.text;
    else if (part.type === 'text-delta') text += part.delta;
    else if (part.type === 'tool-call') {
      endText();
      lines.push(`call ${part.toolName} ${part.input}`);
    }
  }
  endText();
  return lines;
}

/** What is wrong with a stream's calls: their deltas are not their input, or it is no JSON and nobody was told. */
export function findInputFault({ parts, issues }: Reading): string | undefined {
  const inputs = new Map<unknown, string>();
  let broken = 0;
  for (const part of parts) {
    if (part.type === 'tool-input-start') inputs.set(part.id, '');
    if (part.type === 'tool-input-delta')
      inputs.set(part.id, (inputs.get(part.id) ?? '') + String(part.delta));
    if (part.type !== 'tool-call') continue;
    const joined = inputs.get(part.toolCallId) ?? part.input;
    if (joined !== part.input) return `deltas ${joined}, input ${part.input}`;
    if (!isJson(part.input)) broken++;
  }
  return broken > issues ? `${broken} inputs are no JSON, onError was called ${issues} times` : undefined;
}

function isJson(text: unknown): boolean {
  try {
    JSON.parse(String(text));
    return true;
  } catch {
    return false;
  }
}

/** What is wrong with the order of a stream's parts. */
export function findFramingFault(parts: readonly Part[]): string | undefined {
  if (parts[0] !== first) return 'the part before the text does not come first';
  if (parts.at(-1) !== last) return 'the part behind the text does not come last';
  const frames = new Frames();
  for (const [index, part] of parts.slice(1, -1).entries()) {
    if (!frames.take(part)) return `${part.type} (${index + 1}) is out of place`;
  }
  return frames.isClosed ? undefined : 'a text or a call is left open';
}

/** What is open in a stream of parts. */
class Frames {
  readonly #texts = new Map<unknown, boolean>();
  readonly #inputs = new Map<unknown, { toolName: unknown; isOver: boolean }>();
  readonly #calls = new Set<unknown>();

  get isClosed(): boolean {
    return this.#texts.size === 0 && this.#inputs.size === 0;
  }

  /** Whether the part may stand here. */
  take({ type, id, toolCallId, toolName, delta, input }: Part): boolean {
    const call = this.#inputs.get(type === 'tool-call' ? toolCallId : id);
    switch (type) {
      case 'text-start':
        return !this.#texts.has(id) && this.#texts.set(id, false) !== undefined;
      case 'text-delta':
        return typeof delta === 'string' && this.#texts.has(id) && this.#texts.set(id, true) !== undefined;
      case 'text-end':
        return this.#texts.get(id) === true && this.#texts.delete(id); // an empty block shows as an empty part
      case 'tool-input-start':
        return (
          !call && !this.#calls.has(id) && this.#inputs.set(id, { toolName, isOver: false }) !== undefined
        );
      case 'tool-input-delta':
        return call?.isOver === false && typeof delta === 'string';
      case 'tool-input-end':
        if (call?.isOver !== false) return false;
        call.isOver = true;
        return true;
      case 'tool-call': {
        const isKnown = call === undefined || (call.isOver && call.toolName === toolName);
        const isNew = !this.#calls.has(toolCallId);
        this.#inputs.delete(toolCallId);
        this.#calls.add(toolCallId);
        return isKnown && isNew && typeof input === 'string';
      }
      default:
        return false;
    }
  }
}
