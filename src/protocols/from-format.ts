// Makes a protocol of a format: one way to read, whole and streamed, through the one parser.
import type { EventSink } from '../events.ts';
import type { Format, Tool } from '../formats/format.ts';
import { checkReading, type ParserOptions, TextParser } from '../parser.ts';
import { readInput } from './input.ts';
import { PartReader } from './part-reader.ts';
import { ContentWriter, SegmentWriter } from './part-writer.ts';
import type { Part, ReadingSettings, ToolCallProtocol } from './protocol.ts';

/** Schemas by the names of tools. */
export type ToolSchemas = Readonly<Record<string, Tool['inputSchema']>>;

/** How a protocol reads, unless the options of a single call say otherwise. */
export interface FormatOptions extends ParserOptions {
  /**
   * Schemas that arguments are read by, by the tool's name, where those of the tools were changed for the provider.
   * Default: the tools' own.
   */
  originalToolSchemas?: ToolSchemas;
}

/** The protocol of a format. */
export function createProtocol(format: Format, defaults: FormatOptions = {}): ToolCallProtocol {
  checkReading(format, defaults);
  const createTextReader = ({ tools, options: given = {} }: ReadingSettings, events: EventSink) => {
    const schemas = { ...defaults.originalToolSchemas, ...(given.originalToolSchemas as ToolSchemas) };
    const known = tools.map((tool) => withPlainSchema(tool, schemas));
    return new TextParser({ format, tools: known, options: { ...defaults, ...given } }, events);
  };
  const read = <Events extends EventSink>(settings: ReadingSettings & { text: string }, events: Events) => {
    const reader = createTextReader(settings, events);
    reader.feed(settings.text);
    reader.finish();
    return events;
  };
  return {
    options: { ...defaults },
    formatTools: ({ tools, toolSystemPromptTemplate }) => {
      const plain = tools.map((tool) => withPlainSchema(tool, {}));
      return toolSystemPromptTemplate(format.writeTools?.(plain) ?? writeTools(plain));
    },
    formatToolCall: (call, tools = []) => {
      const declared = tools.find(({ name }) => name === call.toolName);
      const tool = declared && withPlainSchema(declared, {});
      return format.writeCall({ toolName: call.toolName, input: readInput(call.input).value, tool });
    },
    formatToolResponse: ({ toolName, result, output, isError }) => {
      const written = { toolName, result: result === undefined ? output : result };
      if (!isError) return format.writeResult(written);
      return (
        format.writeError?.(written) ?? format.writeResult({ toolName, result: { error: written.result } })
      );
    },
    parseGeneratedText: (settings) => read(settings, new ContentWriter(settings.options ?? {})).take(),
    createStreamParser: ({ tools, options }) =>
      createPartStream({ tools, options: { ...defaults, ...options } }, createTextReader),
    extractToolCallSegments: (settings) => read(settings, new SegmentWriter(settings.text)).segments,
    createTextReader,
  };
}

/** The tool with the schema that is meant, out of the wrapping of the AI SDK's `jsonSchema()`. */
function withPlainSchema(tool: Tool, schemas: ToolSchemas): Tool {
  const given = Object.hasOwn(schemas, tool.name) ? schemas[tool.name] : tool.inputSchema;
  const wrapped = (given as { jsonSchema?: Tool['inputSchema'] } | undefined)?.jsonSchema;
  const inputSchema = wrapped ?? given;
  return inputSchema === tool.inputSchema ? tool : { ...tool, inputSchema };
}

/** Tools as models are used to see them: one JSON object a line, without what only validators read. */
function writeTools(tools: readonly Tool[]): string {
  return tools
    .map(({ name, description, inputSchema, inputExamples }) => {
      const { $schema: _, additionalProperties, ...schema } = Object(inputSchema);
      const parameters = additionalProperties ? { ...schema, additionalProperties } : schema;
      const examples = inputExamples?.map(({ input }) => input);
      return JSON.stringify({ name, description, parameters, examples });
    })
    .join('\n');
}

function createPartStream(
  settings: ReadingSettings,
  createTextReader: NonNullable<ToolCallProtocol['createTextReader']>,
): TransformStream<Part, Part> {
  let reader: PartReader;
  return new TransformStream<Part, Part>({
    start: (controller) => {
      reader = new PartReader(settings, createTextReader, (part) => controller.enqueue(part));
    },
    transform: (part) => reader.feed(part),
    flush: () => reader.finish(),
  });
}
