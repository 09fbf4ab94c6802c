// Codec `json`: one JSON object.
import { Kind } from '../scanner/kinds.ts';
import type { Body, BodyReader } from './body.ts';
import type { MarkerTable } from './grammar.ts';
import { JsonReader, jsonDialect } from './json.ts';
import { type Reading, Verdict } from './payload.ts';

/** Arguments as one JSON object. */
export function jsonBody(): Body {
  return (reading) => new JsonBodyReader(reading);
}

export class JsonBodyReader implements BodyReader {
  readonly table: MarkerTable;
  readonly #json: JsonReader;

  constructor({ grammar, call, tolerate }: Reading) {
    this.table = grammar.table('json', [...grammar.closers, ...grammar.openers], { lex: jsonDialect });
    this.#json = new JsonReader(call.writer, tolerate);
  }

  begin(nameEnd: string): Verdict {
    this.#json.reset();
    return nameEnd === '{' ? this.#json.onToken(Kind.Open, nameEnd) : Verdict.Goes;
  }

  onToken(token: number, text: string): Verdict {
    return this.#json.onToken(token, text);
  }

  onMarker(): undefined {
    return undefined;
  }

  /** No body at all is no arguments, unless it was cut off. */
  end(isCutOff: boolean): boolean {
    return !isCutOff && this.#json.depth === 0;
  }
}
