// The arguments of a call expression, behind its `(`: keywords with Python literals as values.
//
//   city="Paris", days=3, tags=['a', ('b', None)])
//
// Tolerates: `f({'a': 1})` and `f(**{'a': 1})` for `f(a=1)`; `f(1)`, by the order of the schema's properties; `]` for `)`;
//            `true`, `null`; expressions that begin with a word (`x`, `2 * x`, `data['a']`, `today()`) as their text
//            (cases/pythonic/tolerances.txt)
// Refuses:   expressions that begin with a string or a bracket; a key without a value; words without a key; more values
//            without a key than there are properties (cases/pythonic/refusals.txt)
import { decodePythonEscapes } from '../arguments/escapes.ts';
import { propertyShape, Type } from '../arguments/json-schema.ts';
import type { ToleranceCode, Tolerate } from '../events.ts';
import { Flag, Kind, TRIPLE } from '../scanner/kinds.ts';
import type { Dialect } from '../scanner/table.ts';
import type { CallReporter } from './call.ts';
import { JsonReader } from './json.ts';
import { Verdict } from './payload.ts';

/** Where `|` stands in `(a=1, b='x')`. */
const enum State {
  Argument, // (|a=1, |b     a key, a value without one, or the end
  Key, //      (a|=1         a word: a key, or a value
  Value, //    (a=|1
  Words, //    (a=x|[1]      a number, a constant, or an expression
  Literal, //  (a=[|1]       a value that the value reader reads
  Comma, //    (a=1|,        a comma, or the end
  Dict, //     ({'a': |1}    all arguments as one dict
  DictEnd, //  ({'a': 1}|)
}

/** How the scanner lexes for this reader. */
export const keywordDialect: Dialect = { brackets: '()[]{}', punctuation: ':,=', quotes: `"'`, triple: true };

/** What JSON only tolerates and Python allows. */
const allowed: ReadonlySet<ToleranceCode> = new Set([
  'single-quotes',
  'python-literal',
  'trailing-comma',
  'raw-control',
  'odd-escape',
]);

const wholeWord = Kind.Word | Flag.Opens | Flag.Closes;
const literal = /^(?:[+-]?\.?\d.*|true|false|null|True|False|None)$/;
const stringPrefix = /^(?:[bfu]|[bf]?r[bf]?)$/i;

/**
 * Reads the arguments of one call. The call starts once they look like arguments: at `)`, a `key=`, a dict or a literal.
 * Broken before that, it may as well be text.
 */
export class KeywordsReader {
  readonly #call: CallReporter;
  readonly #tolerate: Tolerate;
  readonly #value: JsonReader;
  #state: State = State.Argument;
  #name = '';
  /** The key, or the expression, read so far. */
  #words = '';
  /** Brackets open in the expression. */
  #depth = 0;
  /** How many values without a key there were. */
  #positional = 0;
  /** Whether the string is `r'…'`. */
  #isRaw = false;

  constructor(call: CallReporter, tolerate: Tolerate) {
    this.#call = call;
    this.#tolerate = tolerate;
    const report: Tolerate = (code) => {
      if (!allowed.has(code)) tolerate(code);
    };
    this.#value = new JsonReader(call.writer, report, decodePythonEscapes);
  }

  /** A call of this tool was opened. */
  begin(name: string): void {
    this.#name = name;
    this.#state = State.Argument;
    this.#positional = 0;
  }

  /** Takes a token; `unit` is its text if it is punctuation or a bracket. Whole at `)`, or at `]`. */
  onToken(token: number, text: string, unit: string): Verdict {
    // biome-ignore format: one state a line
    switch (this.#state) {
      case State.Argument: return this.#atArgument(token, text, unit);
      case State.Key: return this.#inKey(token, text, unit);
      case State.Value: return this.#atValue(token, text);
      case State.Words: return this.#inWords(token, text, unit);
      case State.Literal: return this.#inLiteral(token, text, State.Comma);
      case State.Comma: return this.#atComma(unit);
      case State.Dict: return this.#inLiteral(token, text, State.DictEnd);
      case State.DictEnd: return unit === ',' ? Verdict.Goes : this.#atEnd(unit);
    }
  }

  // ── keys ───────────────────────────────────────────────────────────────────────────────────────

  #atArgument(token: number, text: string, unit: string): Verdict {
    if (unit === ')') return this.#atEnd(unit);
    if ((token & 0xff) === Kind.Word) {
      this.#words = '';
      this.#state = State.Key;
      return this.#addWord(token, text);
    }
    if (unit === '{' && this.#takesDict()) return this.#beginDict(token, text);
    return this.#beginPositional() ? this.#atValue(token, text) : Verdict.Broken;
  }

  #inKey(token: number, text: string, unit: string): Verdict {
    if ((token & 0xff) === Kind.Word) return this.#addWord(token, text);
    if (unit === '=') return this.#beginValue(unescapeName(this.#words)) ? Verdict.Goes : Verdict.Broken;
    if (unit === '{' && this.#words === '**') return this.#beginDict(token, text);
    if (!literal.test(this.#words) || !this.#beginPositional()) return Verdict.Broken;
    this.#value.reset();
    this.#depth = 0;
    this.#state = State.Words;
    return this.#inWords(token, text, unit);
  }

  #beginValue(key: string): boolean {
    if (!this.#start()) return false;
    this.#call.writer.key(key);
    this.#state = State.Value;
    return true;
  }

  /** A value without a key has that of the property at its place. */
  #beginPositional(): boolean {
    const key = [...this.#call.shapeOf(this.#name).keys][this.#positional++];
    return key !== undefined && this.#beginValue(key);
  }

  /** Whether a lone dict is all the arguments: not if the first of them is wanted as an object. */
  #takesDict(): boolean {
    const shape = this.#call.shapeOf(this.#name);
    const [first] = shape.keys;
    const isObject = first !== undefined && (propertyShape(shape, first).types & Type.Object) !== 0;
    return this.#call.toolName === undefined && !isObject;
  }

  #beginDict(token: number, text: string): Verdict {
    if (this.#call.toolName !== undefined || !this.#call.start(this.#name)) return Verdict.Broken;
    this.#value.reset();
    this.#state = State.Dict;
    return this.#inLiteral(token, text, State.DictEnd);
  }

  // ── values ─────────────────────────────────────────────────────────────────────────────────────

  #atValue(token: number, text: string): Verdict {
    this.#value.reset();
    this.#words = '';
    this.#depth = 0;
    this.#isRaw = false;
    const isWord = (token & 0xff) === Kind.Word;
    this.#state = isWord ? State.Words : State.Literal;
    return isWord ? this.#addWord(token, text) : this.#inLiteral(token, text, State.Comma);
  }

  #inWords(token: number, text: string, unit: string): Verdict {
    if ((token & 0xff) === Kind.Word) return this.#addWord(token, text);
    if ((token & 0xff) === Kind.String && stringPrefix.test(this.#words)) {
      this.#isRaw = /r/i.test(this.#words);
      this.#state = State.Literal;
      return this.#inLiteral(token, text, State.Comma);
    }
    const isEnd = unit === ',' || unit === ')' || unit === ']';
    if (isEnd && this.#depth === 0) {
      this.#value.onToken(wholeWord, this.#words);
      return this.#atComma(unit);
    }
    if ((token & 0xff) === Kind.Open) this.#depth++;
    else if ((token & 0xff) === Kind.Close && this.#depth-- === 0) return Verdict.Broken;
    else if (unit === '=' && this.#depth === 0) return Verdict.Broken; // f(a=b=1), f(a=b c=1)
    this.#words += (token & 0xff) === Kind.String ? quoted(token, text) : unit === ',' ? ', ' : unit;
    return Verdict.Goes;
  }

  #addWord(token: number, text: string): Verdict {
    if (token & Flag.Opens && /[^\s([{=:]$/.test(this.#words)) this.#words += ' ';
    this.#words += text;
    return Verdict.Goes;
  }

  #inLiteral(token: number, text: string, next: State): Verdict {
    const isRaw = this.#isRaw && (token & 0xff) === Kind.String;
    const verdict = this.#value.onToken(isRaw ? (token & ~Flag.Escaped) | Flag.Unsafe : token, text);
    if (verdict === Verdict.Broken) return verdict;
    if (verdict === Verdict.Whole) this.#state = next;
    return Verdict.Goes;
  }

  #atComma(unit: string): Verdict {
    if (unit !== ',') return this.#atEnd(unit);
    this.#state = State.Argument;
    return Verdict.Goes;
  }

  // ── the call ───────────────────────────────────────────────────────────────────────────────────

  #start(): boolean {
    if (this.#call.toolName !== undefined) return true;
    const isStarted = this.#call.start(this.#name);
    if (isStarted) this.#call.writer.open('{');
    return isStarted;
  }

  #atEnd(unit: string): Verdict {
    if (unit !== ')' && unit !== ']') return Verdict.Broken;
    if (unit === ']') this.#tolerate('unclosed-call');
    if (this.#state !== State.DictEnd) {
      if (!this.#start()) return Verdict.Broken;
      this.#call.writer.close('{');
    }
    this.#call.end();
    return Verdict.Whole;
  }
}

/** A piece of a string as it stands in the text. */
function quoted(token: number, text: string): string {
  const unit = String.fromCharCode((token >>> 16) & ~TRIPLE);
  const quote = (token >>> 16) & TRIPLE ? unit.repeat(3) : unit;
  return (token & Flag.Opens ? quote : '') + text + (token & Flag.Closes ? quote : '');
}

/** A name without what Markdown puts before underscores. */
export function unescapeName(name: string): string {
  return name.replaceAll('\\_', '_');
}
