// Reads one JSON value from tokens, as models write it. Where one reading exists it is taken, streamed like the rest,
// and the deviation is named: this file is the one place that knows the tolerances of JSON.
//
//   {"a": [1, true], b: 'x', "c": None,}   // and so on
//
// Python's literals are JSON with tolerances, and tuples: where a dialect has `()`, those are lists.

import { decodeEscapes, oddUnits, toJsonEscapes } from '../arguments/escapes.ts';
import type { ValueSink } from '../arguments/value-sink.ts';
import type { Tolerate } from '../events.ts';
import { Flag, Kind } from '../scanner/kinds.ts';
import type { Dialect } from '../scanner/table.ts';
import { Verdict } from './payload.ts';

/** How the scanner lexes for this reader. */
export const jsonDialect: Dialect = { brackets: '{}[]', punctuation: ':,', quotes: `"'`, comments: true };

/** What may come next. */
const enum Next {
  Value, //       {"a": |       [1, |
  FirstItem, //   [|            a value or the end
  FirstKey, //    {|            a key or the end
  Key, //         {"a": 1, |
  Colon, //       {"a"|
  Comma, //       {"a": 1|      a comma or the end
  Nothing, //     {}|           the value is whole
}

const pythonLiterals: Readonly<Record<string, string>> = { True: 'true', False: 'false', None: 'null' };
const jsonLiterals = new Set(['true', 'false', 'null']);

/** Reads one value; `reset` readies it for another. */
export class JsonReader {
  readonly #sink: ValueSink;
  readonly #tolerate: Tolerate;
  readonly #decode: (text: string) => string;
  /** What closes the open brackets, outermost first. */
  #closers: string[] = [];
  #next: Next = Next.Value;
  /** The key or word that is being read, decoded. */
  #text = '';

  /** `decode` reads the escapes that JSON does not know. */
  constructor(sink: ValueSink, tolerate: Tolerate, decode = decodeEscapes) {
    this.#sink = sink;
    this.#tolerate = tolerate;
    this.#decode = decode;
  }

  /** How many brackets are open. */
  get depth(): number {
    return this.#closers.length;
  }

  reset(): void {
    this.#closers = [];
    this.#next = Next.Value;
    this.#text = '';
  }

  /** Takes a token and its text. */
  onToken(token: number, text: string): Verdict {
    switch (token & 0xff) {
      case Kind.String:
        return this.#onString(token, text);
      case Kind.Word:
        return this.#onWord(token, text);
      case Kind.Punct:
        return text === ',' ? this.#onComma() : this.#onColon();
      case Kind.Open:
        return this.#onOpen(text);
      case Kind.Close:
        return this.#onClose(text);
      case Kind.Comment:
        if (token & Flag.Opens) this.#tolerate('comment');
        return Verdict.Goes;
      default:
        return Verdict.Broken;
    }
  }

  #onString(token: number, text: string): Verdict {
    if (token & Flag.Opens) {
      if (this.#next === Next.Comma) this.#onMissingComma();
      if (token >>> 16 === 0x27) this.#tolerate('single-quotes');
      this.#text = '';
      if (this.#isAtValue()) this.#sink.openString();
      else if (!this.#isAtKey()) return Verdict.Broken;
    }
    const isEscaped = (token & Flag.Escaped) !== 0;
    const isUnsafe = (token & Flag.Unsafe) !== 0;
    if (isUnsafe) this.#onUnsafe(text, isEscaped);
    if (this.#isAtKey()) return this.#onKeyPiece(token, isEscaped ? this.#decode(text) : text);
    if (isEscaped && isUnsafe) this.#sink.stringPiece(toJsonEscapes(text, this.#decode), true, false);
    else if (text !== '') this.#sink.stringPiece(text, isEscaped, isUnsafe);
    if (!(token & Flag.Closes)) return Verdict.Goes;
    this.#sink.closeString();
    return this.#afterValue();
  }

  /** Names what JSON does not know in a piece of a string; if it has escapes, any of them, or what is none, may be it. */
  #onUnsafe(text: string, isEscaped: boolean): void {
    if (!isEscaped) this.#tolerate('raw-control');
    else for (const unit of oddUnits(text)) this.#tolerate(unit === '\\' ? 'odd-escape' : 'raw-control');
  }

  #onKeyPiece(token: number, text: string): Verdict {
    this.#text += text;
    if (!(token & Flag.Closes)) return Verdict.Goes;
    this.#sink.key(this.#text);
    this.#next = Next.Colon;
    return Verdict.Goes;
  }

  #onWord(token: number, text: string): Verdict {
    if (token & Flag.Opens) {
      if (this.#next === Next.Comma) this.#onMissingComma();
      if (!this.#isAtValue() && !this.#isAtKey()) return Verdict.Broken;
      this.#text = '';
    }
    if (this.#isAtKey()) {
      if (token & Flag.Opens) this.#tolerate('bare-word');
      return this.#onKeyPiece(token, text);
    }
    this.#text += text;
    if (!(token & Flag.Closes)) return Verdict.Goes;
    this.#sink.word(this.#literal(this.#text));
    return this.#afterValue();
  }

  /** The word as JSON spells it. */
  #literal(word: string): string {
    if (jsonLiterals.has(word) || /^-?\d/.test(word)) return word;
    const literal = Object.hasOwn(pythonLiterals, word) ? pythonLiterals[word] : undefined;
    this.#tolerate(literal ? 'python-literal' : 'bare-word');
    return literal ?? word;
  }

  #onComma(): Verdict {
    if (this.#next !== Next.Comma) return Verdict.Broken;
    this.#next = this.#closers.at(-1) === '}' ? Next.Key : Next.Value;
    return Verdict.Goes;
  }

  #onMissingComma(): void {
    this.#tolerate('missing-comma');
    this.#onComma();
  }

  #onColon(): Verdict {
    if (this.#next !== Next.Colon) return Verdict.Broken;
    this.#next = Next.Value;
    return Verdict.Goes;
  }

  #onOpen(bracket: string): Verdict {
    if (this.#next === Next.Comma && bracket !== '(') this.#onMissingComma(); // `a (` is a call
    if (!this.#isAtValue()) return Verdict.Broken;
    const isArray = bracket !== '{';
    this.#closers.push(bracket === '[' ? ']' : isArray ? ')' : '}');
    this.#next = isArray ? Next.FirstItem : Next.FirstKey;
    this.#sink.open(isArray ? '[' : '{');
    return Verdict.Goes;
  }

  #onClose(bracket: string): Verdict {
    const next = this.#next;
    const isArray = bracket !== '}';
    if (this.#closers.at(-1) !== bracket || next === Next.Colon) return Verdict.Broken;
    if (next === Next.Value && !isArray) return Verdict.Broken; // {"a": }
    if (next === Next.Value || next === Next.Key) this.#tolerate('trailing-comma');
    this.#closers.pop();
    this.#sink.close(isArray ? '[' : '{');
    return this.#afterValue();
  }

  #afterValue(): Verdict {
    const isOpen = this.#closers.length > 0;
    this.#next = isOpen ? Next.Comma : Next.Nothing;
    return isOpen ? Verdict.Goes : Verdict.Whole;
  }

  #isAtValue(): boolean {
    return this.#next === Next.Value || this.#next === Next.FirstItem;
  }

  #isAtKey(): boolean {
    return this.#next === Next.Key || this.#next === Next.FirstKey;
  }
}
