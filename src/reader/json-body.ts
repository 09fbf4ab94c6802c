// Codec `json`: one JSON object.
import type { ArgumentWriter } from '../arguments/writer.ts';
import { Kind } from '../scanner/kinds.ts';
import type { BodyReader } from './body.ts';
import type { Grammar, MarkerTable } from './grammar.ts';
import { JsonReader, jsonDialect } from './json.ts';
import { type Tolerate, Verdict } from './payload.ts';

export class JsonBodyReader implements BodyReader {
  readonly table: MarkerTable;
  readonly #json: JsonReader;

  constructor(grammar: Grammar, writer: ArgumentWriter, tolerate: Tolerate) {
    this.table = grammar.table('json', [...grammar.closers, ...grammar.openers], { lex: jsonDialect });
    this.#json = new JsonReader(writer, tolerate);
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
