// Codec `literal`: an object with bare keys whose strings stand between two literals of the format's own.
//
//   {city:<|"|>Paris<|"|>,days:3,tags:[<|"|>a<|"|>]}
//
// It is JSON with other quotes: what is read goes through the JSON reader.
import { Flag, Kind } from '../scanner/kinds.ts';
import type { Body, BodyReader } from './body.ts';
import { checkLiterals } from './check-format.ts';
import { type MarkerTable, Role } from './grammar.ts';
import { JsonReader } from './json.ts';
import { type Reading, Verdict } from './payload.ts';

/** Arguments as an object with bare keys, its strings between two `quote`s: `{city:<|"|>Paris<|"|>,days:3}`. */
export function literalBody(quote: string): Body {
  checkLiterals('"quote"', [quote]);
  return (reading) => new LiteralBodyReader(reading, quote);
}

const dialect = { brackets: '{}[]', punctuation: ':,', quotes: '' };

class LiteralBodyReader implements BodyReader {
  readonly #json: JsonReader;
  readonly #outside: MarkerTable;
  readonly #inside: MarkerTable;
  #inString = false;

  constructor({ grammar, call }: Reading, quote: string) {
    const quotes = [Role.Quote, [quote]] as const;
    this.#outside = grammar.table('literal', [quotes, ...grammar.closers, ...grammar.openers], {
      lex: dialect,
    });
    this.#inside = grammar.table('literal string', [quotes]);
    this.#json = new JsonReader(call.writer, () => {}); // bare keys are no deviation here
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
