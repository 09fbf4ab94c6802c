// Payload H: the name after the opener, then a body by a codec, then the closer.
//
//   <function=get_weather> <parameter=city>Paris</parameter> </function>
//   <|tool_call_begin|>functions.get_weather:0<|tool_call_argument_begin|>{"city": "Paris"}<|tool_call_end|>
import type { RefusalCode } from '../events.ts';
import type { Body, BodyReader } from './body.ts';
import type { CallReporter } from './call.ts';
import { checkLiterals } from './check-format.ts';
import { type MarkerTable, Role } from './grammar.ts';
import { type Payload, type PayloadReader, type Reading, Verdict } from './payload.ts';

/** How name and arguments stand. */
export interface HeaderOptions {
  /** What ends the name, besides the first key or the call's closer. `{` is not taken away: it opens the arguments. */
  readonly nameEnd: readonly string[];
  /** Makes the tool's name of the text before `nameEnd`. Default: without blanks around it. */
  readonly readName?: (text: string) => string;
  /** How the arguments are written: `jsonBody()`, `paramsBody(…)` and so on. */
  readonly body: Body;
}

/** Payload H: the name after the opener, then the arguments by a codec. `<function=f><parameter=a>1</parameter></function>` */
export function header(options: HeaderOptions): Payload {
  checkLiterals('"nameEnd"', options.nameEnd, false);
  return (reading) => new HeaderReader(reading, options);
}

/** Where `|` stands in `<call>name[ARGS]{"a": 1}</call>`. */
const enum State {
  Name, //  <call>na|me
  Body, //  [ARGS]{"|a"
}

/** Reads a name and a body. */
class HeaderReader implements PayloadReader {
  problem: RefusalCode | undefined;

  readonly #options: HeaderOptions;
  readonly #call: CallReporter;
  readonly #body: BodyReader;
  readonly #nameTable: MarkerTable;
  readonly #isClosed: boolean;
  #state: State = State.Name;
  #name = '';

  constructor(reading: Reading, options: HeaderOptions) {
    const { grammar, call } = reading;
    this.#options = options;
    this.#call = call;
    this.#body = options.body(reading);
    this.#nameTable = grammar.table('name', [
      [Role.NameEnd, options.nameEnd],
      [Role.NameEnd, this.#body.openers],
      ...grammar.closers,
      ...grammar.openers,
    ]);
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
    const { readName = (name) => name.replace(/\\n$/, '').trim() } = this.#options;
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
