// Makes a protocol of a format: one way to read, whole and streamed, through the one parser.
import type { Format, Tool } from '../formats/format.ts';
import { type ParserOptions, TextParser } from '../parser.ts';
import { ContentWriter, PartWriter, SegmentWriter } from './part-writer.ts';
import type { Part, ProtocolOptions, ToolCall, ToolCallProtocol } from './protocol.ts';

/** The protocol of a format. `options` are what its parsers do unless a call's own options say otherwise. */
export function createProtocol(format: Format, options: ParserOptions = {}): ToolCallProtocol {
  return {
    formatTools: ({ tools, toolSystemPromptTemplate }) => toolSystemPromptTemplate(writeTools(tools)),
    formatToolCall: (call) => format.writeCall({ toolName: call.toolName, input: inputOf(call) }),
    formatToolResponse: ({ toolName, result, output }) =>
      format.writeResult({ toolName, result: result ?? output }),
    parseGeneratedText: ({ text, tools, options: given = {} }) => {
      const writer = new ContentWriter(given);
      const parser = new TextParser({ format, tools, options: { ...options, ...given } }, writer);
      parser.feed(text);
      parser.finish();
      writer.endText();
      return writer.parts;
    },
    createStreamParser: ({ tools, options: given = {} }) =>
      createPartStream(
        (writer) => new TextParser({ format, tools, options: { ...options, ...given } }, writer),
        given,
      ),
    extractToolCallSegments: ({ text, tools, options: given = {} }) => {
      const writer = new SegmentWriter(text);
      const parser = new TextParser({ format, tools, options: { ...options, ...given } }, writer);
      parser.feed(text);
      parser.finish();
      return writer.segments;
    },
  };
}

/** Tools as models are used to see them: one JSON object a line. */
function writeTools(tools: readonly Tool[]): string {
  return tools
    .map(({ name, description, inputSchema }) =>
      JSON.stringify({ name, description, parameters: inputSchema }),
    )
    .join('\n');
}

/** The input as a value: in a conversation it may be JSON text. */
function inputOf({ input }: ToolCall): unknown {
  if (typeof input !== 'string') return input ?? {};
  try {
    return JSON.parse(input);
  } catch {
    return input;
  }
}

/** Reads the text of a part stream with a parser per block; all else passes through, in order. */
function createPartStream(
  createParser: (writer: PartWriter) => TextParser,
  options: ProtocolOptions,
): TransformStream<Part, Part> {
  let parsers = new Map<unknown, { parser: TextParser; writer: PartWriter }>();
  let write: (part: Part) => void = () => {};
  const open = (id: unknown) => {
    const known = parsers.get(id);
    if (known) return known;
    const writer = new PartWriter((part) => write(part), options);
    writer.textId = String(id);
    const entry = { parser: createParser(writer), writer };
    parsers.set(id, entry);
    return entry;
  };
  const close = (id: unknown) => {
    const entry = parsers.get(id);
    parsers.delete(id);
    entry?.parser.finish();
    entry?.writer.endText();
  };
  const closeAll = () => {
    for (const id of parsers.keys()) close(id);
    parsers = new Map();
  };
  return new TransformStream<Part, Part>({
    start: (controller) => {
      write = (part) => controller.enqueue(part);
    },
    transform(part) {
      if (part.type === 'text-delta') open(part.id).parser.feed(String(part.delta));
      else if (part.type === 'text-end') close(part.id);
      else if (part.type !== 'text-start') {
        if (part.type === 'finish') closeAll();
        write(part);
      }
    },
    flush: closeAll,
  });
}
