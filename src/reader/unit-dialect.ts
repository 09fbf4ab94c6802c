// For places where the reader decides unit by unit how to go on.
import type { Dialect } from '../scanner/table.ts';

/** Lexes nothing but strings in these quotes: after every other printable ASCII unit the reader decides. */
export function unitDialect(quotes: string): Dialect {
  const units = Array.from({ length: 94 }, (_, index) => String.fromCharCode(0x21 + index));
  return { quotes, stops: units.filter((unit) => !quotes.includes(unit)).join('') };
}
