// The compact format as a protocol.
import { createWire } from '../formats/wire.ts';
import type { WireSyntax } from '../wire/plan.ts';
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

function checkChoice(name: string, choice: string | undefined, choices: readonly string[]): void {
  if (choice === undefined || choices.includes(choice)) return;
  const list = choices.map((known) => JSON.stringify(known)).join(', ');
  throw new TypeError(`"${name}" must be one of ${list}, got ${JSON.stringify(choice)}.`);
}
