// Codec `pairs`: `key=value`, with blanks between pairs and around `=` at will; or one JSON object in their place.
//
//   location="New York" units=metric tags=["a", "b"] profile.address.city=Paris
//   {"location": "New York", "units": "metric"}
//
// A bare value ends at a blank or at the call's closer, whatever else it holds, and has the type the schema wants; where
// that says nothing, it is what JSON reads it as, or a string. In quotes nothing but the quote ends it, and it is a
// string. Keys in quotes are never paths. Only the closer makes the pairs whole: what is cut off is never called.

import { decodeEscapes } from '../arguments/escapes.ts';
import { Recording } from '../arguments/recording.ts';
import type { ArgumentWriter } from '../arguments/writer.ts';
import type { Tolerate } from '../events.ts';
import { Flag, Kind } from '../scanner/kinds.ts';
import type { Body, BodyReader } from './body.ts';
import { type MarkerTable, Role } from './grammar.ts';
import { JsonReader, jsonDialect } from './json.ts';
import { PathTree, splitPath, type WriteValue } from './paths.ts';
import { type Reading, Verdict } from './payload.ts';
import { unitDialect } from './unit-dialect.ts';

/** Arguments as `key=value` pairs, or as one JSON object. Quotes make strings; bare values are typed by the schema. */
export function pairsBody(): Body {
  return (reading) => new PairsBodyReader(reading);
}

/** Where `|` stands in `key = value`. */
const enum State {
  Between, // |key=1
  Key, //     ke|y=1
  QuotedKey, // "ke|y"=1
  Equals, //  key |=1
  Start, //   key=|
  Quoted, //  key="va|lue"
  Bare, //    key=va|lue
  Nested, //  key={"a|": 1}   as text, where the schema wants a string
  Json, //    key={"a|": 1}
  Body, //    {"a|": 1}       in place of pairs
}

const blanks = [' ', '\n', '\t', '\r'];

/**
 * One unit tells what comes: a quote opens a string, which is lexed on, and all other units of ASCII are stops. What is
 * beyond ASCII is a word, up to the next of them or to a blank, and is read again by the table of what it turns out to be.
 */
const firstUnitDialect = /* @__PURE__ */ unitDialect(`"'`);

/** What may still become a number or a literal; JSON writes none that is longer than 32 units. */
const scalarStart = /^(?:-?|-?\d[\d.eE+-]{0,30}|t(?:r(?:ue?)?)?|f(?:a(?:l(?:se?)?)?)?|n(?:u(?:ll?)?)?)$/;

class PairsBodyReader implements BodyReader {
  readonly #writer: ArgumentWriter;
  readonly #tolerate: Tolerate;
  readonly #tables: Record<'unit' | 'key' | 'bare' | 'nested' | 'json', MarkerTable>;
  readonly #paths = new PathTree();
  #state: State = State.Between;
  #isOpen = false;
  #key = '';
  #path: readonly string[] = [];
  /** Whether the value waits for the end of the call. */
  #isKept = false;
  /** Whether the bare value is on its way out. */
  #isStreaming = false;
  /** What was read of the value and is not written. */
  #text = '';
  #json: JsonReader;
  #recording = new Recording();

  constructor({ grammar, call, tolerate }: Reading) {
    const { openers, closers } = grammar;
    const outer = [...closers, ...openers];
    this.#writer = call.writer;
    this.#tolerate = tolerate;
    this.#tables = grammar.once('pairs tables', () => ({
      unit: grammar.table('unit', [[Role.ValueClose, blanks], ...outer], { lex: firstUnitDialect }),
      key: grammar.table('key', [[Role.KeyEnd, ['=']], [Role.ValueClose, blanks], ...outer]),
      bare: grammar.table('bare', [[Role.ValueClose, blanks], ...closers]),
      nested: grammar.table('nested', [], { lex: { quotes: `"'`, brackets: '{}[]', nestFrom: 0 } }),
      json: grammar.table('json', outer, { lex: jsonDialect }),
    }));
    this.#json = new JsonReader(call.writer, tolerate);
  }

  get table(): MarkerTable {
    // biome-ignore format: one state a line
    switch (this.#state) {
      case State.Key: return this.#tables.key;
      case State.Bare: return this.#tables.bare;
      case State.Nested: return this.#tables.nested;
      case State.Json:
      case State.Body: return this.#tables.json;
      default: return this.#tables.unit;
    }
  }

  begin(nameEnd: string): Verdict {
    this.#state = State.Between;
    this.#isOpen = false;
    this.#paths.clear();
    return nameEnd === '{' ? this.#onBody() : Verdict.Goes;
  }

  onToken(token: number, text: string): Verdict {
    // biome-ignore format: one state a line
    switch (this.#state) {
      case State.Between: return this.#onBetween(token, text);
      case State.Key: return this.#onKey(text);
      case State.QuotedKey: return this.#onQuotedKey(token, text);
      case State.Equals: return this.#onEquals(token, text);
      case State.Start: return this.#onStart(token, text);
      case State.Quoted: return this.#onQuoted(token, text);
      case State.Json: return this.#onJson(token, text);
      case State.Body: return this.#json.onToken(token, text);
      default: return this.#onBare(token, text);
    }
  }

  onMarker(role: Role): Verdict | undefined {
    if (role !== Role.ValueClose && role !== Role.KeyEnd) return undefined;
    if (this.#state === State.Key) this.#endKey(role === Role.KeyEnd ? State.Start : State.Equals);
    else if (this.#state === State.Bare) this.#endBare();
    return Verdict.Goes;
  }

  end(isCutOff: boolean): boolean {
    if (this.#state !== State.Body) this.#open(); // a broken call must not pass for one without arguments
    if (isCutOff) return false;
    if (this.#state === State.Start) this.#beginValue();
    if (this.#state === State.Start || this.#state === State.Bare) this.#endBare();
    if (this.#state !== State.Between) return false;
    this.#paths.flush(this.#writer);
    this.#writer.close('{');
    return true;
  }

  #open(): void {
    if (!this.#isOpen) this.#writer.open('{');
    this.#isOpen = true;
  }

  // ── keys ───────────────────────────────────────────────────────────────────────────────────────

  #onBetween(token: number, text: string): Verdict {
    const kind = token & 0xff;
    if (!this.#isOpen && kind !== Kind.String && text[0] === '{') return this.#onBody();
    this.#open();
    this.#key = '';
    this.#state = kind === Kind.String ? State.QuotedKey : State.Key;
    if (kind === Kind.String) return this.#onQuotedKey(token, text);
    if (kind === Kind.Word) return Verdict.Again;
    return text === '=' ? Verdict.Broken : this.#onKey(text);
  }

  /** JSON in place of pairs: its first bracket was read. */
  #onBody(): Verdict {
    this.#state = State.Body;
    this.#json = new JsonReader(this.#writer, this.#tolerate);
    return this.#json.onToken(Kind.Open, '{');
  }

  #onKey(text: string): Verdict {
    this.#key += text;
    return Verdict.Goes;
  }

  /** A key with dots is a path, unless the schema has a property of just that name. */
  #endKey(next: State): void {
    const key = this.#meantKey(this.#key);
    const path = splitPath(key);
    const isName = this.#writer.declares(key) && !this.#writer.declares(path[0] as string);
    this.#path = isName ? [key] : path;
    this.#state = next;
  }

  // Tolerates: the `?` by which a signature marks what is optional, `a?.b?=1`  (cases/wire/paths.txt)
  // Refuses:   the same where the schema does not declare `a`, or the key is in quotes: it is part of the key
  #meantKey(key: string): string {
    if (!key.includes('?') || this.#writer.declares(key)) return key;
    const unmarked = key.replace(/\?(?=\.|$)/g, '');
    return this.#writer.declares(unmarked.split('.', 1)[0] as string) ? unmarked : key;
  }

  #onQuotedKey(token: number, text: string): Verdict {
    this.#key += token & Flag.Escaped ? decodeEscapes(text) : text;
    if (!(token & Flag.Closes)) return Verdict.Goes;
    this.#path = [this.#key];
    this.#state = State.Equals;
    return Verdict.Goes;
  }

  #onEquals(token: number, text: string): Verdict {
    if (text !== '=' || (token & 0xff) === Kind.String) return Verdict.Broken; // `"="` is a string, and may be cut
    this.#state = State.Start;
    return Verdict.Goes;
  }

  // ── values ─────────────────────────────────────────────────────────────────────────────────────

  /** The first unit of a value tells its kind. */
  #onStart(token: number, text: string): Verdict {
    this.#beginValue();
    if ((token & 0xff) === Kind.String) {
      this.#state = State.Quoted;
      if (!this.#isKept) this.#writer.openString();
      return this.#onQuoted(token, text);
    }
    const isText = this.#writer.wantsText(this.#path);
    const isBracket = text === '[' || text === '{';
    if (isBracket && !isText) return this.#beginJson(text);
    if (isText && !this.#isKept) this.#stream();
    this.#state = isBracket ? State.Nested : State.Bare;
    return isBracket || (token & 0xff) === Kind.Word ? Verdict.Again : this.#onBare(token, text);
  }

  #beginValue(): void {
    const [first = ''] = this.#path;
    this.#isKept = this.#path.length > 1 || this.#paths.has(first);
    this.#isStreaming = false;
    this.#text = '';
    if (!this.#isKept) this.#writer.key(first);
  }

  /** A value is over; `write` writes it if it was kept. */
  #endValue(write: WriteValue): void {
    this.#state = State.Between;
    if (this.#isKept && !this.#paths.add(this.#path, write)) this.#tolerate('duplicate-key');
  }

  #onQuoted(token: number, text: string): Verdict {
    const isEscaped = (token & Flag.Escaped) !== 0;
    if (this.#isKept) this.#text += isEscaped ? decodeEscapes(text) : text;
    else if (text !== '') this.#writer.stringPiece(text, isEscaped, (token & Flag.Unsafe) !== 0);
    if (!(token & Flag.Closes)) return Verdict.Goes;
    const whole = this.#text;
    if (!this.#isKept) this.#writer.closeString();
    this.#endValue((writer) => {
      writer.openString();
      writer.stringPiece(whole, false, true);
      writer.closeString();
    });
    return Verdict.Goes;
  }

  #beginJson(bracket: string): Verdict {
    this.#state = State.Json;
    this.#recording = new Recording();
    this.#json = new JsonReader(this.#isKept ? this.#recording : this.#writer, this.#tolerate);
    return this.#onJson(Kind.Open, bracket);
  }

  #onJson(token: number, text: string): Verdict {
    const verdict = this.#json.onToken(token, text);
    if (verdict !== Verdict.Whole) return verdict;
    const recording = this.#recording;
    this.#endValue((writer) => recording.play(writer));
    return Verdict.Goes;
  }

  /** A piece of a bare value: it goes out unless it waits for the end of the call, or may yet be no string. */
  #onBare(token: number, text: string): Verdict {
    if (this.#state === State.Nested && token & Flag.Closes) this.#state = State.Bare;
    this.#text += text;
    if (this.#isKept || (!this.#isStreaming && scalarStart.test(this.#text))) return Verdict.Goes;
    if (!this.#isStreaming) this.#stream();
    this.#writer.textPiece(this.#text);
    this.#text = '';
    return Verdict.Goes;
  }

  #stream(): void {
    this.#writer.openText();
    this.#isStreaming = true;
  }

  #endBare(): void {
    const whole = this.#text;
    const write: WriteValue = (writer) => writer.word(whole, true);
    if (this.#isStreaming) this.#writer.closeString();
    else if (!this.#isKept) write(this.#writer);
    this.#endValue(write);
  }
}
