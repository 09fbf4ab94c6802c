// Payload P: calls as Python writes them.
//
//   [get_weather(city="Paris", days=3), get_time(tz='UTC')]
//
// Where no marker announces a call, all may be text until it has started (`[get_weather(city)](#weather)`), and none of
// it is an issue.
// Tolerates: calls without the list, or in quotes; quotes around a name; `math\_gcd`; no comma, or an operator, between calls; too few or
//            too many brackets behind one  (cases/pythonic/tolerances.txt)
// Refuses:   undeclared tools, unless none is declared  (cases/pythonic/text.txt)
import type { RefusalCode, Tolerate } from '../events.ts';
import { Kind } from '../scanner/kinds.ts';
import type { CallReporter } from './call.ts';
import type { MarkerTable } from './grammar.ts';
import { KeywordsReader, keywordDialect, unescapeName } from './keywords.ts';
import { type Payload, type PayloadReader, type Reading, Verdict } from './payload.ts';
import { unitDialect } from './unit-dialect.ts';

/** Payload P: calls as Python writes them, in a list or one after the other. `[f(a=1, b='x'), g()]` */
export function expression(): Payload {
  return (reading) => new ExpressionReader(reading);
}

/** Where `|` stands in `[f(a=1), g()]`. */
const enum State {
  Name, //      [|f(      before a name, or in it
  Arguments, // f(|a=1
  After, //     f(a=1)|,  another call, or the end
}

/**
 * Names are read unit by unit: the scanner returns after each, so that it never runs ahead in text that is no call.
 * Blanks are not seen.
 */
const nameDialect = /* @__PURE__ */ unitDialect('');

/** What may stand between two calls: `f() + g()` wants both results. */
const separators = new Set([',', ';', '+', '*']);

/** Reads call expressions. */
class ExpressionReader implements PayloadReader {
  problem: RefusalCode | undefined;

  readonly #call: CallReporter;
  readonly #tolerate: Tolerate;
  readonly #tables: Record<'name' | 'arguments', MarkerTable>;
  readonly #keywords: KeywordsReader;
  #state: State = State.Name;
  /** Whether no marker said that a call stands here. */
  #isBare = true;
  #isList = false;
  #hasCalls = false;
  #name = '';

  constructor({ grammar, call, tolerate }: Reading) {
    this.#call = call;
    this.#tolerate = tolerate;
    this.#tables = {
      name: grammar.table('name', grammar.closers, { lex: nameDialect }),
      arguments: grammar.table('arguments', grammar.closers, { lex: keywordDialect }),
    };
    this.#keywords = new KeywordsReader(call, tolerate);
  }

  get table(): MarkerTable {
    return this.#state === State.Arguments ? this.#tables.arguments : this.#tables.name;
  }

  begin(opener: string): void {
    const isName = opener.endsWith('(');
    this.problem = undefined;
    this.#state = State.Name;
    this.#isList = opener === '[';
    this.#isBare = this.#isList || isName;
    this.#hasCalls = false;
    this.#name = isName ? unescapeName(opener.slice(0, -1)) : '';
    if (isName) this.#endName();
  }

  onToken(token: number, text: string): Verdict {
    if (this.#state === State.Arguments) return this.#inArguments(token, text);
    return this.#state === State.After ? this.#afterCall(text) : this.#inName(text);
  }

  /** The closer of the calls. */
  onMarker(): Verdict {
    return this.#isOver() ? Verdict.Whole : Verdict.Broken;
  }

  finish(): Verdict {
    if (this.#isOver()) return Verdict.Whole;
    return this.#state === State.Name && this.#isBare ? Verdict.Text : Verdict.Broken;
  }

  /** Whether the payload may end here: no call is open. */
  #isOver(): boolean {
    const isOver = this.#hasCalls && this.#state !== State.Arguments && this.#name === '';
    if (isOver && this.#isList) this.#tolerate('unclosed-call');
    return isOver;
  }

  #inName(text: string): Verdict {
    if (text === '(') return this.#endName();
    if (text === '"' || text === "'" || text === '\\') return Verdict.Goes;
    if (text === ']' && this.#name === '' && this.#hasCalls) return Verdict.Whole;
    if (text === '[' && this.#name === '' && !this.#isBare && !this.#isList) {
      this.#isList = true;
      return Verdict.Goes;
    }
    this.#name += text;
    return !this.#isBare || this.#call.isNameStart(this.#name) ? Verdict.Goes : Verdict.Text;
  }

  #endName(): Verdict {
    if (this.#isBare && !this.#call.isCallable(this.#name)) return Verdict.Text;
    this.#keywords.begin(this.#name);
    this.#state = State.Arguments;
    return Verdict.Goes;
  }

  #inArguments(token: number, text: string): Verdict {
    const kind = token & 0xff;
    const unit = kind === Kind.Punct || kind === Kind.Open || kind === Kind.Close ? text : '';
    const verdict = this.#keywords.onToken(token, text, unit);
    if (verdict === Verdict.Goes) return verdict;
    if (verdict === Verdict.Whole) return this.#endCall(unit);
    if (this.#call.toolName !== undefined) return Verdict.Broken;
    if (this.#isBare) return Verdict.Text;
    this.problem = this.#call.isCallable(this.#name) ? 'malformed-call' : 'unknown-tool';
    return Verdict.Refused;
  }

  #endCall(unit: string): Verdict {
    this.#hasCalls = true;
    this.#state = State.After;
    this.#name = '';
    return unit === ')' ? Verdict.Goes : Verdict.Whole;
  }

  /** After a call: a comma, the end of the list, or another call. */
  #afterCall(text: string): Verdict {
    if (text === '"' || text === "'") return Verdict.Goes;
    if (text === ']') return Verdict.Whole;
    if (text === ')' || text === '}') {
      this.#tolerate('extra-closer');
      return Verdict.Goes;
    }
    this.#state = State.Name;
    return separators.has(text) ? Verdict.Goes : this.#inName(text);
  }
}
