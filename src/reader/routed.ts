// Layer R: messages with a header that says where their body goes.
//
//   <|channel|>commentary to=functions.get_weather <|constrain|>json<|message|>{"city": "Paris"}<|call|>
//   <|start|>assistant<|channel|>final<|message|>It is sunny.<|return|>
import type { RefusalCode } from '../events.ts';
import { Kind } from '../scanner/kinds.ts';
import type { CallReporter } from './call.ts';
import { checkLiterals } from './check-format.ts';
import { type MarkerTable, Role } from './grammar.ts';
import { JsonBodyReader } from './json-body.ts';
import { type Payload, type PayloadReader, type Reading, Verdict } from './payload.ts';
import type { TextReporter } from './text.ts';

/** Where a message goes. */
export type Route =
  | { readonly to: 'call'; readonly toolName: string }
  | { readonly to: 'text' | 'reasoning' };

/** How headers are told and read. */
export interface RoutedOptions {
  /** What ends the header. */
  readonly bodyStart: readonly string[];
  /** Reads the header, opener included. */
  readonly route: (header: string) => Route;
}

/** Layer R: messages whose header says where their body goes. The call's markers are those of any message. */
export function routed(options: RoutedOptions): Payload {
  checkLiterals('"bodyStart"', options.bodyStart);
  return (reading) => new RoutedReader(reading, options);
}

/** Reads one message. */
class RoutedReader implements PayloadReader {
  problem: RefusalCode | undefined;

  readonly #readRoute: RoutedOptions['route'];
  readonly #call: CallReporter;
  readonly #text: TextReporter;
  readonly #json: JsonBodyReader;
  readonly #headerTable: MarkerTable;
  readonly #bodyTable: MarkerTable;
  #header = '';
  /** Where the body goes, once the header is read. */
  #route: Route | undefined;
  #isThought = false;

  constructor(reading: Reading, { bodyStart, route }: RoutedOptions) {
    const { grammar, call, text } = reading;
    this.#readRoute = route;
    this.#call = call;
    this.#text = text;
    this.#json = new JsonBodyReader(reading);
    this.#headerTable = grammar.table('header', [[Role.NameEnd, bodyStart], ...grammar.closers]);
    this.#bodyTable = grammar.table('body', [...grammar.closers, ...grammar.openers]);
  }

  get table(): MarkerTable {
    if (!this.#route) return this.#headerTable;
    return this.#route.to === 'call' ? this.#json.table : this.#bodyTable;
  }

  begin(opener: string): void {
    this.problem = undefined;
    this.#header = opener;
    this.#route = undefined;
    this.#isThought = false;
  }

  onToken(token: number, text: string): Verdict {
    if (!this.#route) this.#header += text;
    else if (this.#route.to === 'call') return this.#onCall(this.#route.toolName, token, text);
    else this.#show(this.#route.to, text);
    return Verdict.Goes;
  }

  onMarker(role: Role): Verdict {
    if (this.#route) return this.finish();
    if (role !== Role.NameEnd) return Verdict.Broken;
    this.#route = this.#readRoute(this.#header);
    this.#json.begin('');
    return Verdict.Goes;
  }

  finish(): Verdict {
    if (!this.#route) return Verdict.Broken;
    if (this.#isThought) this.#text.show('</think>');
    this.#isThought = false;
    if (this.#route.to !== 'call') return Verdict.Over;
    if (this.#call.toolName === undefined || !this.#json.end(false)) return Verdict.Broken;
    this.#call.end();
    return Verdict.Whole;
  }

  /** The call starts with its arguments: what goes to a tool and is no JSON is not for us. */
  #onCall(toolName: string, token: number, text: string): Verdict {
    if (this.#call.toolName === undefined) {
      if ((token & 0xff) !== Kind.Open || text !== '{') return Verdict.Broken;
      if (!this.#call.start(toolName)) {
        this.problem = 'unknown-tool';
        return Verdict.Refused;
      }
    }
    const verdict = this.#json.onToken(token, text);
    if (verdict !== Verdict.Whole) return verdict;
    this.#call.end();
    return Verdict.Whole;
  }

  /** Thinking is shown between the marks that other formats use for it. */
  #show(to: 'text' | 'reasoning', text: string): void {
    if (to === 'reasoning' && !this.#isThought) this.#text.show('<think>');
    this.#isThought = to === 'reasoning';
    this.#text.show(text);
  }
}
