// Payload E: JSON that carries name and arguments, alone or in a list.
//
//   {"name": "get_weather", "arguments": {"city": "Paris"}}
//   [{"type": "function", "function": {"name": "f", "parameters": "{\"a\": 1}"}}, …]
//
// Takes the JSON as it is read. The arguments go on to the argument writer at once if the name came first; else they
// are kept until it has come.

import { decodeEscapes } from '../arguments/escapes.ts';
import { Recording } from '../arguments/recording.ts';
import type { Bracket, ValueSink } from '../arguments/value-sink.ts';
import type { Tolerate } from '../events.ts';
import { Kind } from '../scanner/kinds.ts';
import { createScanner, type Scanner } from '../scanner/scanner.ts';
import { compileTable } from '../scanner/table.ts';
import type { CallReporter } from './call.ts';
import type { MarkerTable } from './grammar.ts';
import { JsonReader, jsonDialect } from './json.ts';
import { type Payload, type PayloadReader, type Reading, Verdict } from './payload.ts';

/** Which keys of the JSON mean what. */
export interface EnvelopeOptions {
  /** Keys of the name; the first that comes counts. Default: `name`. */
  readonly nameKeys?: readonly string[];
  /** Keys of the arguments. Default: `arguments`, `parameters`, `args`, `input`. */
  readonly argumentKeys?: readonly string[];
  /** Keys whose object is read as if its keys stood in the envelope itself: `{"type": "function", "function": {…}}`. */
  readonly wrapperKeys?: readonly string[];
  /** The key is the name, its value the arguments: `{"f": {…}}`. */
  readonly nameIsKey?: boolean;
}

/** Payload E: JSON that carries name and arguments. `<tool_call>{"name": "f", "arguments": {}}</tool_call>` */
export function envelope(options: EnvelopeOptions = {}): Payload {
  return (reading) => new EnvelopeReader(reading, { ...defaults, ...options });
}

/** What the next value is. */
const enum Role {
  Call, // a call, or a list of them
  Key, // no value: a key
  Name,
  Arguments,
  Wrapper,
  Other, // of no interest
}

/** An open bracket of the envelope itself. */
type Frame = 'list' | 'call' | 'wrapper';

const nothing: ValueSink = {
  open() {},
  close() {},
  key() {},
  openString() {},
  stringPiece() {},
  closeString() {},
  word() {},
};

const defaults = {
  nameKeys: ['name'],
  argumentKeys: ['arguments', 'parameters', 'args', 'input'],
  wrapperKeys: ['function'],
  nameIsKey: false,
};

const stringTable = /* @__PURE__ */ compileTable({ lex: jsonDialect });

class Envelope implements ValueSink {
  /** Why the call can't be read, once that is so. */
  problem: 'nameless-call' | 'unknown-tool' | 'malformed-call' | undefined;

  readonly #options: Required<EnvelopeOptions>;
  readonly #call: CallReporter;
  readonly #tolerate: Tolerate;
  #frames: Frame[] = [];
  #role: Role = Role.Call;
  /** Open brackets of a value inside the envelope. */
  #depth = 0;
  /** Where that value goes. */
  #target: ValueSink = nothing;
  #name = '';
  #recording: Recording | undefined;
  /** Reads arguments that are given as a string of JSON. */
  #inner: Scanner | undefined;

  constructor({ call, tolerate }: Reading, options: Required<EnvelopeOptions>) {
    this.#options = options;
    this.#call = call;
    this.#tolerate = tolerate;
  }

  reset(): void {
    this.problem = undefined;
    this.#frames = [];
    this.#role = Role.Call;
    this.#depth = 0;
    this.#inner = undefined;
  }

  /** Whether only a call may come next, or the end. */
  get isAtCall(): boolean {
    return this.#role === Role.Call;
  }

  open(bracket: Bracket): void {
    if (this.#isInside()) {
      this.#depth++;
      this.#target.open(bracket);
    } else if (bracket === '{') {
      this.#frames.push(this.#role === Role.Wrapper ? 'wrapper' : 'call');
      if (this.#role === Role.Call) this.#beginCall();
      this.#role = Role.Key;
    } else if (this.#role === Role.Call && this.#frames.length === 0) this.#frames.push('list');
    else this.problem = 'malformed-call';
  }

  close(bracket: Bracket): void {
    if (this.#depth > 0) {
      this.#target.close(bracket);
      if (--this.#depth === 0) this.#endValue();
      return;
    }
    const frame = this.#frames.pop();
    if (frame === 'wrapper') this.#role = Role.Key;
    else if (frame === 'call') this.#endCall();
  }

  key(key: string): void {
    if (this.#depth > 0) this.#target.key(key);
    else this.#beginValue(this.#roleOf(key), key);
  }

  openString(): void {
    if (this.#depth > 0) this.#target.openString();
    else if (this.#role === Role.Name) this.#name = '';
    else if (this.#role === Role.Arguments) this.#beginInner();
  }

  stringPiece(text: string, isEscaped: boolean, isUnsafe: boolean): void {
    if (this.#depth > 0) this.#target.stringPiece(text, isEscaped, isUnsafe);
    else if (this.#role === Role.Name) this.#name += isEscaped ? decodeEscapes(text) : text;
    else this.#inner?.feed(isEscaped ? decodeEscapes(text) : text);
  }

  closeString(): void {
    if (this.#depth > 0) {
      this.#target.closeString();
      return;
    }
    this.#inner?.finish();
    this.#inner = undefined;
    this.#endValue();
  }

  word(text: string): void {
    if (this.#depth > 0) this.#target.word(text);
    else {
      if (this.#role === Role.Name) this.#name = text;
      else if (this.#role === Role.Call) this.problem = 'malformed-call';
      this.#endValue();
    }
  }

  /** Whether the next bracket belongs to a value, not to the envelope. */
  #isInside(): boolean {
    return this.#depth > 0 || (this.#role !== Role.Call && this.#role !== Role.Wrapper);
  }

  #roleOf(key: string): Role {
    const { nameKeys, argumentKeys, wrapperKeys, nameIsKey } = this.#options;
    if (nameIsKey) return Role.Arguments;
    if (this.#call.toolName === undefined && nameKeys.includes(key)) return Role.Name;
    if (!this.#hasArguments && argumentKeys.includes(key)) return Role.Arguments;
    return wrapperKeys.includes(key) ? Role.Wrapper : Role.Other;
  }

  #hasArguments = false;
  /** Whether they have been read to their end. */
  #isWhole = false;

  /** Ends a call whose last bracket is missing, if nothing else is. */
  endEarly(): boolean {
    if (this.#call.toolName === undefined || !this.#isWhole || this.#depth > 0) return false;
    this.#tolerate('unclosed-call');
    this.#call.end();
    return true;
  }

  #beginCall(): void {
    this.#isWhole = false;
    this.#name = '';
    this.#recording = undefined;
    this.#hasArguments = false;
  }

  #beginValue(role: Role, key: string): void {
    this.#role = role;
    this.#target = nothing;
    if (role !== Role.Arguments) return;
    this.#hasArguments = true;
    if (this.#options.nameIsKey) this.#startCall(key);
    if (this.#call.toolName !== undefined) this.#target = this.#call.writer;
    else this.#target = this.#recording = new Recording();
  }

  #endValue(): void {
    if (this.#role === Role.Name) this.#startCall(this.#name);
    if (this.#role === Role.Arguments) this.#isWhole = true;
    this.#role = this.#frames.at(-1) === 'list' ? Role.Call : Role.Key;
  }

  #startCall(name: string): void {
    if (!this.#call.start(name)) this.problem ??= name === '' ? 'nameless-call' : 'unknown-tool';
    else this.#recording?.play(this.#call.writer);
  }

  #endCall(): void {
    if (this.#call.toolName === undefined) this.problem ??= 'nameless-call';
    else this.#call.end();
    this.#role = Role.Call;
  }

  /** Arguments as a string of JSON: read it as it comes, into the place of the arguments. */
  #beginInner(): void {
    this.#tolerate('string-arguments');
    const reader = new JsonReader(this.#target, this.#tolerate);
    let isOver = false;
    const scanner = createScanner({
      table: stringTable,
      onToken: (token, start, end) => {
        if (!isOver) isOver = reader.onToken(token, scanner.text.slice(start, end)) !== Verdict.Goes;
        return undefined;
      },
    });
    this.#inner = scanner;
  }
}

/** Reads envelopes: JSON, taken apart. */
class EnvelopeReader implements PayloadReader {
  readonly table: MarkerTable;
  readonly #call: CallReporter;
  readonly #envelope: Envelope;
  readonly #json: JsonReader;
  /** Calls before this payload. */
  #count = 0;

  constructor(reading: Reading, options: Required<EnvelopeOptions>) {
    const { grammar, call, tolerate } = reading;
    this.table = grammar.table('envelope', [...grammar.closers, ...grammar.openers], { lex: jsonDialect });
    this.#call = call;
    this.#envelope = new Envelope(reading, options);
    this.#json = new JsonReader(this.#envelope, tolerate);
  }

  get problem(): 'nameless-call' | 'unknown-tool' | 'malformed-call' | undefined {
    return this.#envelope.problem;
  }

  begin(opener: string): void {
    this.#count = this.#call.count;
    this.#envelope.reset();
    this.#json.reset();
    if (opener === '{' || opener === '[') this.#json.onToken(Kind.Open, opener);
  }

  onToken(token: number, text: string): Verdict {
    // A string in place of a call is none from its quote on, however long the piece of it is.
    if ((token & 0xff) === Kind.String && this.#envelope.isAtCall) return Verdict.Broken;
    const verdict = this.#json.onToken(token, text);
    if (verdict === Verdict.Whole && this.#call.count === this.#count)
      this.#envelope.problem ??= 'nameless-call';
    return this.#envelope.problem ? Verdict.Refused : verdict;
  }

  onMarker(): Verdict {
    return this.finish();
  }

  finish(): Verdict {
    return this.#envelope.endEarly() ? Verdict.Whole : Verdict.Broken;
  }
}
