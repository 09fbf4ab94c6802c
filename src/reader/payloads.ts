// The reader of each family: one line each.
import type { CallReporter } from './call.ts';
import { ElementsReader } from './elements.ts';
import { EnvelopeReader } from './envelope.ts';
import { ExpressionReader } from './expression.ts';
import type { Grammar } from './grammar.ts';
import { HeaderReader } from './header.ts';
import type { PayloadReader, Tolerate } from './payload.ts';
import { RoutedReader } from './routed.ts';
import type { TextReporter } from './text.ts';

/** The reader of a format's payload. */
export function createPayloadReader(
  grammar: Grammar,
  call: CallReporter,
  tolerate: Tolerate,
  text: TextReporter,
): PayloadReader {
  const { payload } = grammar.format;
  // biome-ignore format: one family a line
  switch (payload.kind) {
    case 'envelope': return new EnvelopeReader(grammar, payload, call, tolerate);
    case 'elements': return new ElementsReader(grammar, call, tolerate);
    case 'header': return new HeaderReader(grammar, payload, call, tolerate);
    case 'expression': return new ExpressionReader(grammar, call, tolerate);
    case 'routed': return new RoutedReader(grammar, payload, call, tolerate, text);
  }
}
