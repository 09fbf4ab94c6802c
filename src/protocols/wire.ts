// The compact format as a protocol.
import { wire } from '../formats/wire.ts';

import { createProtocol, type FormatOptions } from './from-format.ts';
import type { ToolCallProtocol } from './protocol.ts';

/** Calls as `<call>name key=value</call>`. */
export function wireProtocol(options: FormatOptions = {}): ToolCallProtocol {
  return createProtocol(wire, options);
}
