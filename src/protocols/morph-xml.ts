// One XML element per call, its tag the tool's name.
import { morphXml } from '../formats/morph-xml.ts';
import { createProtocol, type FormatOptions } from './from-format.ts';
import type { ToolCallProtocol } from './protocol.ts';

/** Calls as elements: `<get_weather><city>Paris</city></get_weather>`. */
export function morphXmlProtocol(options?: FormatOptions): ToolCallProtocol {
  return createProtocol(morphXml, options);
}
