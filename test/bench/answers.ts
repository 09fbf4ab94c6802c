// Answers with calls in them, for the benches that read them: whole, or as parts with 4-unit deltas.
import type { Format, Part, Tool } from 'toolwire';
import type { Random } from '../support/random.ts';
import * as texts from './texts.ts';

/** Units per delta. */
const DELTA = 4;

/** The tools that the answers call. */
export const tools: Tool[] = [
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

/** A call with one long string, in the spelling of the format. */
export function longCall(format: Format, units: number): string {
  const content = texts.code(units, false).slice(0, units);
  return `Here it is.\n${format.writeCall({ toolName: 'write_file', input: { path: 'src/a.ts', content } })}`;
}

/** A call with two short arguments. */
export function shortCall(format: Format, random: Random): string {
  const input = { city: random.pick(['Paris', 'New York', 'Rome']), days: random.below(9) };
  return format.writeCall({ toolName: 'get_weather', input });
}

/** The parts of a stream that writes a text. */
export function partsOf(text: string): Part[] {
  const parts: Part[] = [{ type: 'text-start', id: '1' }];
  for (let at = 0; at < text.length; at += DELTA)
    parts.push({ type: 'text-delta', id: '1', delta: text.slice(at, at + DELTA) });
  parts.push({ type: 'text-end', id: '1' }, { type: 'finish' });
  return parts;
}

/** A stream that gives these parts, one a pull. */
export function streamOf(parts: readonly Part[]): ReadableStream<Part> {
  let at = 0;
  return new ReadableStream<Part>({
    pull(controller) {
      const part = parts[at++];
      if (part) controller.enqueue(part);
      else controller.close();
    },
  });
}

/** Reads a stream to its end. */
export async function drain(stream: ReadableStream<unknown>): Promise<number> {
  const reader = stream.getReader();
  let count = 0;
  while (!(await reader.read()).done) count++;
  return count;
}
