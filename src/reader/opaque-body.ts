// Codec `opaque`: arguments in a syntax that is read by a function of the format's own, when they are whole.
//
//   <get_weather>          with YAML inside, say
//   city: Paris
//   </get_weather>
import type { ArgumentWriter } from '../arguments/writer.ts';
import type { OpaqueBody } from '../formats/format.ts';
import type { BodyReader } from './body.ts';
import type { Grammar, MarkerTable } from './grammar.ts';
import { Verdict } from './payload.ts';

export class OpaqueBodyReader implements BodyReader {
  readonly table: MarkerTable;
  readonly #decode: OpaqueBody['decode'];
  readonly #writer: ArgumentWriter;
  #text = '';

  constructor(grammar: Grammar, body: OpaqueBody, writer: ArgumentWriter) {
    this.table = grammar.table('opaque', grammar.closers);
    this.#decode = body.decode;
    this.#writer = writer;
  }

  begin(): Verdict {
    this.#text = '';
    return Verdict.Goes;
  }

  onToken(_: number, text: string): Verdict {
    this.#text += text;
    return Verdict.Goes;
  }

  onMarker(): undefined {
    return undefined;
  }

  end(isCutOff: boolean): boolean {
    if (isCutOff) return false;
    try {
      this.#writer.value(this.#decode(this.#text));
      return true;
    } catch {
      return false; // the text is not what the format says: a broken call
    }
  }
}
