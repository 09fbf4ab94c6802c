// The reader of each family: one line each.
import type { CallReporter } from './call.ts';
import { EnvelopeReader } from './envelope.ts';
import type { Grammar } from './grammar.ts';
import { HeaderReader } from './header.ts';
import type { PayloadReader, Tolerate } from './payload.ts';

/** The reader of a format's payload. */
export function createPayloadReader(grammar: Grammar, call: CallReporter, tolerate: Tolerate): PayloadReader {
  const { payload } = grammar.format;
  // biome-ignore format: one family a line
  switch (payload.kind) {
    case 'envelope': return new EnvelopeReader(grammar, payload, call, tolerate);
    case 'header': return new HeaderReader(grammar, payload, call, tolerate);
  }
}
