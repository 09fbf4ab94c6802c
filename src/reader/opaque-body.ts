// Codec `opaque`: arguments in a syntax that is read by a function of the format's own, when they are whole.
//
//   <get_weather>          with YAML inside, say
//   city: Paris
//   </get_weather>
import type { ArgumentWriter } from '../arguments/writer.ts';
import type { Body, BodyReader } from './body.ts';
import type { MarkerTable } from './grammar.ts';
import { type Reading, Verdict } from './payload.ts';

/** Makes a JSON value of the text between the name and the closer; throws if it can't. */
export type DecodeBody = (text: string) => unknown;

/** Arguments in a syntax of their own, decoded when the call is closed; they do not stream. */
export function opaqueBody(decode: DecodeBody): Body {
  return (reading) => new OpaqueBodyReader(reading, decode);
}

class OpaqueBodyReader implements BodyReader {
  readonly table: MarkerTable;
  readonly #decode: DecodeBody;
  readonly #writer: ArgumentWriter;
  #text = '';

  constructor({ grammar, call }: Reading, decode: DecodeBody) {
    this.table = grammar.table('opaque', grammar.closers);
    this.#decode = decode;
    this.#writer = call.writer;
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
