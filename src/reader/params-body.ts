// Codec `params`: keys and values between markers, values as raw text.
//
//   <parameter=city>Paris</parameter>      <arg_key>city</arg_key><arg_value>Paris</arg_value>
//
// A value that is not closed ends at the next key, or where the call ends.
import type { ArgumentWriter } from '../arguments/writer.ts';
import type { Tolerate } from '../events.ts';
import type { Body, BodyReader } from './body.ts';
import { checkLiterals } from './check-format.ts';
import { type MarkerTable, Role } from './grammar.ts';
import { type Reading, Verdict } from './payload.ts';

/** The literals around keys and values, and what values are. */
export interface ParamsOptions {
  /** What opens a key: `<parameter=`. */
  readonly keyOpen: readonly string[];
  /** What ends it: `>`. */
  readonly keyEnd: readonly string[];
  /** What opens a value, if something stands between `keyEnd` and it. */
  readonly valueOpen?: readonly string[];
  /** What closes a value: `</parameter>`. */
  readonly valueClose: readonly string[];
  /** Blanks around a value that are layout: `'newline'` one line break at either end, `'all'`, or `'none'`. */
  readonly trim: 'none' | 'newline' | 'all';
  /** A value of which the schema says nothing: `'text'`, or what it reads as. Default: `'text'`, which streams. */
  readonly untyped?: 'text' | 'guess';
}

/** Arguments as `keyOpen key keyEnd value valueClose`, repeated; values are raw text, typed by the schema. */
export function paramsBody(options: ParamsOptions): Body {
  for (const field of ['keyOpen', 'keyEnd', 'valueClose'] as const)
    checkLiterals(`"${field}"`, options[field]);
  return (reading) => new ParamsBodyReader(reading, options);
}

/** Blanks, also line breaks that a server has escaped, and the first half of one. */
const layout = /^(?:\s|\\n)*\\?$/;

/** Where `|` stands in `<parameter=city>Paris</parameter>`. */
const enum State {
  Between, // |<parameter=
  Key, //     <parameter=ci|ty
  AfterKey, // </arg_key>|<arg_value>
  Value, //   >Par|is
}

class ParamsBodyReader implements BodyReader {
  readonly openers: readonly string[];
  readonly #options: ParamsOptions;
  readonly #writer: ArgumentWriter;
  readonly #tolerate: Tolerate;
  readonly #tables: Record<'between' | 'key' | 'afterKey' | 'value', MarkerTable>;
  #state: State = State.Between;
  #key = '';
  /** Whether nothing of the value has been written. */
  #isAtStart = true;
  /** The end of the value or of the layout so far, if it is not decided. */
  #held = '';

  constructor({ grammar, call, tolerate }: Reading, options: ParamsOptions) {
    const { openers, closers } = grammar;
    const { keyOpen, keyEnd, valueOpen, valueClose } = options;
    const callClosers = closers.filter(([role]) => role === Role.CallClose); // a section's may be part of a value
    this.openers = keyOpen;
    this.#options = options;
    this.#writer = call.writer;
    this.#tolerate = tolerate;
    this.#tables = grammar.once('params tables', () => ({
      between: grammar.table('params', [[Role.KeyOpen, keyOpen], ...closers, ...openers]),
      key: grammar.table('key', [[Role.KeyEnd, keyEnd], ...closers, ...openers]),
      afterKey: grammar.table('after key', [
        [Role.ValueOpen, valueOpen],
        [Role.KeyOpen, keyOpen],
        ...closers,
      ]),
      value: grammar.table('value', [[Role.ValueClose, valueClose], [Role.KeyOpen, keyOpen], ...callClosers]),
    }));
  }

  get table(): MarkerTable {
    // biome-ignore format: one state a line
    switch (this.#state) {
      case State.Key: return this.#tables.key;
      case State.AfterKey: return this.#tables.afterKey;
      case State.Value: return this.#tables.value;
      default: return this.#tables.between;
    }
  }

  begin(nameEnd: string): Verdict {
    this.#state = State.Between;
    this.#held = '';
    this.#writer.open('{');
    if (this.openers.includes(nameEnd)) this.onMarker(Role.KeyOpen);
    return Verdict.Goes;
  }

  onToken(_: number, text: string): Verdict {
    if (this.#state === State.Key) this.#key += text;
    else if (this.#state === State.Value) this.#onValue(text);
    else return this.#onLayout(text);
    return Verdict.Goes;
  }

  #onLayout(text: string): Verdict {
    const blank = this.#held + text;
    if (!layout.test(blank)) return Verdict.Broken;
    this.#held = blank.endsWith('\\') ? '\\' : '';
    return Verdict.Goes;
  }

  onMarker(role: Role): Verdict | undefined {
    if (this.#state === State.Value) this.#endValue(role === Role.ValueClose);
    this.#held = '';
    if (role === Role.KeyOpen) {
      this.#state = State.Key;
      this.#key = '';
    } else if (role === Role.KeyEnd && this.#options.valueOpen) this.#state = State.AfterKey;
    else if (role === Role.KeyEnd || role === Role.ValueOpen) this.#beginValue();
    else if (role !== Role.ValueClose) return undefined;
    return Verdict.Goes;
  }

  #beginValue(): void {
    this.#writer.key(this.#key.trim());
    this.#writer.openText(this.#options.untyped === 'guess');
    this.#state = State.Value;
    this.#isAtStart = true;
    this.#held = '';
  }

  /** A key without a value is left out, unless its value may have been cut off. */
  end(isCutOff: boolean): boolean {
    if (isCutOff && this.#state !== State.Between) return false;
    this.#writer.close('{');
    return true;
  }

  /** A piece of a value, without the layout at its start; what may be layout at its end is held back. */
  #onValue(text: string): void {
    const { trim } = this.#options;
    let rest = this.#held + text;
    if (this.#isAtStart && trim !== 'none') {
      const given = rest;
      rest = trim === 'all' ? given.trimStart() : given.replace(/^\r?\n/, '');
      // Of several line breaks at the start, only the first is layout.
      this.#isAtStart = trim === 'all' ? rest === '' : given === '\r';
    }
    const end = trim === 'none' ? rest.length : rest.search(trim === 'all' ? /\s*$/ : /\r?\n?$/);
    this.#held = rest.slice(end);
    if (end > 0) this.#writer.textPiece(rest.slice(0, end));
  }

  #endValue(isClosed: boolean): void {
    if (!isClosed) this.#tolerate('unclosed-element');
    this.#writer.closeString();
    this.#state = State.Between;
  }
}
