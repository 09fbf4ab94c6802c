// The compact format as a protocol.
import { wire } from '../formats/wire.ts';
import type { ParserOptions } from '../parser.ts';
import { createProtocol } from './from-format.ts';
import type { ToolCallProtocol } from './protocol.ts';

/** Calls as `<call>name key=value</call>`. */
export function wireProtocol(options: ParserOptions = {}): ToolCallProtocol {
  return createProtocol(wire, options);
}
