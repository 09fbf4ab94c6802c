// Payload H: the name after the opener, then a body by a codec, then the closer.
//
//   <function=get_weather> <parameter=city>Paris</parameter> </function>
//   <|tool_call_begin|>functions.get_weather:0<|tool_call_argument_begin|>{"city": "Paris"}<|tool_call_end|>

import type { RefusalCode } from '../events.ts';
import type { HeaderPayload } from '../formats/format.ts';
import { Kind } from '../scanner/kinds.ts';
import type { CallReporter } from './call.ts';
import { type Grammar, type MarkerTable, Role } from './grammar.ts';
import { JsonReader, jsonDialect } from './json.ts';
import { ParamsReader } from './params.ts';
import { type PayloadReader, type Tolerate, Verdict } from './payload.ts';

/** Where `|` stands in `<call>name[ARGS]{"a": 1}</call>`. */
const enum State {
  Name, //  <call>na|me
  Body, //  [ARGS]{"|a"
  After, // {"a": 1}|</call>
}

/** Reads a name and a body. */
export class HeaderReader implements PayloadReader {
  problem: RefusalCode | undefined;

  readonly #payload: HeaderPayload;
  readonly #call: CallReporter;
  readonly #tables: Record<'name' | 'json' | 'after', MarkerTable>;
  readonly #json: JsonReader;
  readonly #params: ParamsReader | undefined;
  readonly #isClosed: boolean;
  #state: State = State.Name;
  #name = '';

  constructor(grammar: Grammar, payload: HeaderPayload, call: CallReporter, tolerate: Tolerate) {
    const outer = [...grammar.closers, ...grammar.openers];
    const { body } = payload;
    const keyOpen = body.codec === 'params' ? body.keyOpen : undefined;
    this.#payload = payload;
    this.#call = call;
    this.#tables = {
      name: grammar.table('name', [[Role.NameEnd, payload.nameEnd], [Role.KeyOpen, keyOpen], ...outer]),
      json: grammar.table('json', outer, { lex: jsonDialect }),
      after: grammar.table('after', outer),
    };
    this.#json = new JsonReader(call.writer, tolerate);
    this.#params = body.codec === 'params' ? new ParamsReader(grammar, body, call.writer) : undefined;
    this.#isClosed = (grammar.format.call.close?.length ?? 0) > 0;
  }

  get table(): MarkerTable {
    if (this.#state === State.Name) return this.#tables.name;
    if (this.#state === State.After) return this.#tables.after;
    return this.#params ? this.#params.table : this.#tables.json;
  }

  begin(): void {
    this.problem = undefined;
    this.#state = State.Name;
    this.#name = '';
  }

  onToken(token: number, text: string): Verdict {
    if (this.#state === State.Name) {
      this.#name += text;
      return Verdict.Goes;
    }
    if (this.#state === State.After) return /^[\s`]*$/.test(text) ? Verdict.Goes : Verdict.Whole;
    if (this.#params) return this.#params.onToken(text);
    return this.#onJson(token, text);
  }

  onMarker(role: Role, text: string): Verdict {
    if (this.#state === State.Name)
      return role === Role.NameEnd || role === Role.KeyOpen
        ? this.#onNameEnd(role, text)
        : this.#withoutBody();
    if (this.#state === State.After) return this.#end();
    if (this.#params?.onMarker(role)) return Verdict.Goes;
    return this.#params || this.#json.depth === 0 ? this.#end() : Verdict.Broken;
  }

  finish(): Verdict {
    if (this.#state === State.Name) return this.#withoutBody();
    if (this.#state === State.After) return this.#end();
    return this.#params?.isBetween ? this.#end() : Verdict.Broken;
  }

  #onNameEnd(role: Role, text: string): Verdict {
    if (!this.#start()) return Verdict.Broken;
    this.#state = State.Body;
    this.#json.reset();
    this.#params?.begin();
    if (role === Role.KeyOpen) this.#params?.onMarker(role);
    return text === '{' ? this.#onJson(Kind.Open, text) : Verdict.Goes;
  }

  #start(): boolean {
    const { readName = (name) => name.replace(/\\n$/, '').trim() } = this.#payload;
    const name = readName(this.#name);
    const isStarted = this.#call.start(name);
    if (!isStarted) this.problem = name === '' ? 'nameless-call' : 'unknown-tool';
    return isStarted;
  }

  /** A name and nothing else is a call without arguments. */
  #withoutBody(): Verdict {
    return this.#start() ? this.#end() : Verdict.Broken;
  }

  #onJson(token: number, text: string): Verdict {
    const verdict = this.#json.onToken(token, text);
    if (verdict !== Verdict.Whole) return verdict;
    this.#state = State.After;
    return this.#isClosed ? Verdict.Goes : this.#end();
  }

  #end(): Verdict {
    this.#params?.end();
    this.#call.end();
    return Verdict.Whole;
  }
}
