// Payload H: the name after the opener, then a body by a codec, then the closer.
//
//   <function=get_weather> <parameter=city>Paris</parameter> </function>
//   <|tool_call_begin|>functions.get_weather:0<|tool_call_argument_begin|>{"city": "Paris"}<|tool_call_end|>
import type { RefusalCode } from '../events.ts';
import type { HeaderPayload } from '../formats/format.ts';
import type { BodyReader } from './body.ts';
import type { CallReporter } from './call.ts';
import { type Grammar, type MarkerTable, Role } from './grammar.ts';
import { JsonBodyReader } from './json-body.ts';
import { LiteralBodyReader } from './literal-body.ts';
import { OpaqueBodyReader } from './opaque-body.ts';
import { PairsBodyReader } from './pairs-body.ts';
import { ParamsBodyReader } from './params-body.ts';
import { type PayloadReader, type Tolerate, Verdict } from './payload.ts';

/** Where `|` stands in `<call>name[ARGS]{"a": 1}</call>`. */
const enum State {
  Name, //  <call>na|me
  Body, //  [ARGS]{"|a"
}

/** Reads a name and a body. */
export class HeaderReader implements PayloadReader {
  problem: RefusalCode | undefined;

  readonly #payload: HeaderPayload;
  readonly #call: CallReporter;
  readonly #body: BodyReader;
  readonly #nameTable: MarkerTable;
  readonly #isClosed: boolean;
  #state: State = State.Name;
  #name = '';

  constructor(grammar: Grammar, payload: HeaderPayload, call: CallReporter, tolerate: Tolerate) {
    const outer = [...grammar.closers, ...grammar.openers];
    const { body, nameEnd } = payload;
    const ends = body.codec === 'params' ? [...nameEnd, ...body.keyOpen] : nameEnd;
    this.#payload = payload;
    this.#call = call;
    this.#body = createBodyReader(grammar, payload, call, tolerate);
    this.#nameTable = grammar.table('name', [[Role.NameEnd, ends], ...outer]);
    this.#isClosed = (grammar.format.call.close?.length ?? 0) > 0;
  }

  get table(): MarkerTable {
    return this.#state === State.Name ? this.#nameTable : this.#body.table;
  }

  begin(): void {
    this.problem = undefined;
    this.#state = State.Name;
    this.#name = '';
  }

  onToken(token: number, text: string): Verdict {
    if (this.#state === State.Body) return this.#judge(this.#body.onToken(token, text));
    this.#name += text;
    return Verdict.Goes;
  }

  onMarker(role: Role, text: string): Verdict {
    if (this.#state === State.Name)
      return role === Role.NameEnd ? this.#beginBody(text) : this.#endWithoutBody();
    const verdict = this.#body.onMarker(role);
    return verdict === undefined ? this.#close(false) : this.#judge(verdict);
  }

  finish(): Verdict {
    if (this.#state !== State.Name) return this.#close(true);
    return this.#isClosed ? Verdict.Broken : this.#endWithoutBody();
  }

  #close(isCutOff: boolean): Verdict {
    return this.#body.end(isCutOff) ? this.#end() : Verdict.Broken;
  }

  #beginBody(nameEnd: string): Verdict {
    if (nameEnd.trim() === '' && this.#name.trim() === '') return Verdict.Goes; // a blank before the name
    if (!this.#start()) return Verdict.Refused;
    this.#state = State.Body;
    return this.#judge(this.#body.begin(nameEnd));
  }

  #start(): boolean {
    const { readName = (name) => name.replace(/\\n$/, '').trim() } = this.#payload;
    const name = readName(this.#name);
    const isStarted = this.#call.start(name);
    if (!isStarted) this.problem = name === '' ? 'nameless-call' : 'unknown-tool';
    return isStarted;
  }

  /** A name and nothing else is a call without arguments. */
  #endWithoutBody(): Verdict {
    return this.#start() ? this.#end() : Verdict.Refused;
  }

  #judge(verdict: Verdict): Verdict {
    return verdict === Verdict.Whole ? this.#end() : verdict;
  }

  #end(): Verdict {
    this.#call.end();
    return Verdict.Whole;
  }
}

/** The reader of each codec: one line each. */
function createBodyReader(
  grammar: Grammar,
  { body }: HeaderPayload,
  { writer }: CallReporter,
  tolerate: Tolerate,
): BodyReader {
  // biome-ignore format: one codec a line
  switch (body.codec) {
    case 'json': return new JsonBodyReader(grammar, writer, tolerate);
    case 'params': return new ParamsBodyReader(grammar, body, writer);
    case 'literal': return new LiteralBodyReader(grammar, body, writer);
    case 'opaque': return new OpaqueBodyReader(grammar, body, writer);
    case 'pairs': return new PairsBodyReader(grammar, writer, tolerate);
  }
}
