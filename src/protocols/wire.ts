// The compact format as a protocol.
import { createWire } from '../formats/wire.ts';
import type { WireSyntax } from '../wire/plan.ts';
import { checkChoice } from '../wrong-use.ts';
import { createProtocol, type FormatOptions } from './from-format.ts';
import type { ToolCallProtocol } from './protocol.ts';

/** How tools are to be called, and how calls are read. */
export interface WireOptions extends FormatOptions, WireSyntax {}

/** Calls as `<call>name key=value</call>`. */
export function wireProtocol({ syntax, fallbackToJson, ...options }: WireOptions = {}): ToolCallProtocol {
  checkChoice('syntax', syntax, ['wire', 'json']);
  checkChoice('fallbackToJson', fallbackToJson, ['complex', 'error', 'force']);
  return createProtocol(createWire({ syntax, fallbackToJson }), options);
}
