// One XML element per call, its tag the tool's name.
import type { Tool } from '../formats/format.ts';
import { morphXml } from '../formats/morph-xml.ts';
import type { ParserOptions } from '../parser.ts';
import { createProtocol } from './from-format.ts';
import type { ProtocolOptions, ToolCallProtocol } from './protocol.ts';

/** Schemas by the names of tools. */
type Schemas = Readonly<Record<string, Tool['inputSchema']>>;

/** What to read arguments by. */
export interface MorphXmlOptions extends ParserOptions {
  /**
   * Schemas that arguments are read by, by the tool's name, where those of the tools were changed for the provider.
   * Also taken from the options of a single call. Default: the tools' own.
   */
  originalToolSchemas?: Schemas;
}

/** Calls as elements: `<get_weather><city>Paris</city></get_weather>`. */
export function morphXmlProtocol(options: MorphXmlOptions = {}): ToolCallProtocol {
  const { originalToolSchemas, ...parserOptions } = options;
  const protocol = createProtocol(morphXml, parserOptions);
  const withSchemas = <Settings extends { tools: readonly Tool[]; options?: ProtocolOptions }>(
    settings: Settings,
  ): Settings => {
    const given = settings.options?.originalToolSchemas as Schemas | undefined;
    const schemas = [given, originalToolSchemas];
    return { ...settings, tools: settings.tools.map((tool) => withSchema(tool, schemas)) };
  };
  return {
    ...protocol,
    parseGeneratedText: (settings) => protocol.parseGeneratedText(withSchemas(settings)),
    createStreamParser: (settings) => protocol.createStreamParser(withSchemas(settings)),
    extractToolCallSegments: (settings) => protocol.extractToolCallSegments?.(withSchemas(settings)) ?? [],
  };
}

/** The tool with the first schema that is given for it. */
function withSchema(tool: Tool, lists: readonly (Schemas | undefined)[]): Tool {
  const schemas = lists.find((list) => list && Object.hasOwn(list, tool.name));
  return schemas ? { ...tool, inputSchema: schemas[tool.name] } : tool;
}
