// A protocol written by hand, as a user of the library would: a call is a line `CALL name {json}`.
import type { OnError, Part, ToolCallProtocol } from 'toolwire';

const line = /^CALL (\S+) (.*)$/;

/** Text and calls. A call whose arguments are no JSON is text, and reported. */
function parse(text: string, onError: OnError | undefined, parts: Part[] = []): Part[] {
  for (const row of text.split(/(?<=\n)/)) {
    const [, toolName, input = ''] = line.exec(row.trimEnd()) ?? [];
    const last = parts.at(-1);
    if (toolName && isJson(input))
      parts.push({ type: 'tool-call', toolCallId: `shout-${parts.length}`, toolName, input });
    else {
      if (toolName) onError?.('The arguments are no JSON.', { toolName, input });
      if (last?.type === 'text') last.text += row;
      else if (row !== '') parts.push({ type: 'text', text: row });
    }
  }
  return parts;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Makes the protocol; the list gets all options that its parsers are told. */
export const shout = (told: unknown[] = []): ToolCallProtocol => ({
  formatTools: ({ tools, toolSystemPromptTemplate }) =>
    toolSystemPromptTemplate(tools.map(({ name, description }) => `${name}: ${description}`).join('\n')),
  formatToolCall: ({ toolName, input }) => `CALL ${toolName} ${JSON.stringify(input)}`,
  formatToolResponse: ({ toolName, result, isError }) =>
    `${isError ? 'FAILED' : 'DONE'} ${toolName} ${JSON.stringify(result)}`,
  parseGeneratedText: ({ text, options }) => {
    told.push(options);
    return parse(text, options?.onError);
  },
  extractToolCallSegments: ({ text }) => text.split('\n').filter((row) => line.test(row)),
  createStreamParser: ({ options }) => {
    told.push(options);
    let held = '';
    return new TransformStream<Part, Part>({
      transform(part, controller) {
        if (part.type === 'text-delta') held += part.delta;
        else if (part.type === 'text-end') {
          for (const read of parse(held, options?.onError))
            for (const written of read.type === 'text' ? framed(read, part.id) : [read])
              controller.enqueue(written);
          held = '';
        } else if (part.type !== 'text-start') controller.enqueue(part);
      },
    });
  },
});

const framed = ({ text }: Part, id: unknown): Part[] => [
  { type: 'text-start', id },
  { type: 'text-delta', id, delta: text },
  { type: 'text-end', id },
];
