// Codec `literal`: an object with bare keys whose strings stand between two literals of the format's own.
//
//   {city:<|"|>Paris<|"|>,days:3,tags:[<|"|>a<|"|>]}
//
// It is JSON with other quotes: what is read goes through the JSON reader.
import type { ArgumentWriter } from '../arguments/writer.ts';
import type { LiteralBody } from '../formats/format.ts';
import { Flag, Kind } from '../scanner/kinds.ts';
import type { BodyReader } from './body.ts';
import { type Grammar, type MarkerTable, Role } from './grammar.ts';
import { JsonReader } from './json.ts';
import { Verdict } from './payload.ts';

const dialect = { brackets: '{}[]', punctuation: ':,', quotes: '' };

export class LiteralBodyReader implements BodyReader {
  readonly #json: JsonReader;
  readonly #outside: MarkerTable;
  readonly #inside: MarkerTable;
  #inString = false;

  constructor(grammar: Grammar, body: LiteralBody, writer: ArgumentWriter) {
    const quote = [Role.Quote, [body.quote]] as const;
    this.#outside = grammar.table('literal', [quote, ...grammar.closers, ...grammar.openers], {
      lex: dialect,
    });
    this.#inside = grammar.table('literal string', [quote]);
    this.#json = new JsonReader(writer, () => {}); // bare keys are no deviation here
  }

  get table(): MarkerTable {
    return this.#inString ? this.#inside : this.#outside;
  }

  begin(nameEnd: string): Verdict {
    this.#json.reset();
    this.#inString = false;
    return nameEnd === '{' ? this.#json.onToken(Kind.Open, nameEnd) : Verdict.Goes;
  }

  onToken(token: number, text: string): Verdict {
    return this.#json.onToken(this.#inString ? Kind.String | Flag.Unsafe : token, text);
  }

  onMarker(role: Role): Verdict | undefined {
    if (role !== Role.Quote) return undefined;
    this.#inString = !this.#inString;
    return this.#json.onToken(Kind.String | (this.#inString ? Flag.Opens : Flag.Closes), '');
  }

  /** No body at all is no arguments, unless it was cut off. */
  end(isCutOff: boolean): boolean {
    return !isCutOff && this.#json.depth === 0;
  }
}
