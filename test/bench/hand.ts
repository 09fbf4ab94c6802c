// What a good programmer writes first: one loop over the units for one kind of text, with no table, no tape and no
// second engine. It gives the very tokens of the scanner (the bench checks that), held-back text included, and so
// shows what the scanner's generality costs.
import { Flag, Kind } from '../../assembly/tape';

/** As much of a sink as is called here. */
interface Sink {
  onToken(token: number, start: number, end: number): unknown;
}

/** Where the text that must wait for more starts: half a surrogate pair, or what may become a marker. */
function markerPrefixAt(text: string, at: number, markers: readonly string[]): boolean {
  const rest = text.slice(at);
  return markers.some((marker) => marker.length > rest.length && marker.startsWith(rest));
}

const isHighSurrogate = (unit: number) => (unit & 0xfc00) === 0xd800;

/** Finds markers in text. */
export class HandText {
  #held = '';
  readonly #firsts: number[];

  constructor(
    readonly sink: Sink,
    readonly markers: readonly string[],
  ) {
    this.#firsts = [...new Set(markers.map((marker) => marker.charCodeAt(0)))];
  }

  feed(delta: string): void {
    const text = this.#held + delta;
    const [first, second, third] = this.#firsts;
    let end = isHighSurrogate(text.charCodeAt(text.length - 1)) ? text.length - 1 : text.length;
    let start = 0;
    for (let at = 0; at < end; at++) {
      const unit = text.charCodeAt(at);
      if (unit !== first && unit !== second && unit !== third) continue;
      const marker = this.markers.findIndex((m) => text.startsWith(m, at));
      if (marker >= 0) {
        if (at > start) this.sink.onToken(Kind.Text, start, at);
        start = at + (this.markers[marker] as string).length;
        this.sink.onToken(Kind.Marker | (marker << 16), at, start);
        at = start - 1;
      } else if (markerPrefixAt(text, at, this.markers)) end = at;
    }
    if (end > start) this.sink.onToken(Kind.Text, start, end);
    this.#held = text.slice(end);
  }
}

/** Lexes JSON: brackets, punctuation, words, pieces of strings; outside strings, a marker. */
export class HandJson {
  #held = '';
  #piece = 0;
  #inString = false;

  constructor(
    readonly sink: Sink,
    readonly marker: string,
  ) {}

  feed(delta: string): void {
    const { sink, marker } = this;
    const text = this.#held + delta;
    let end = isHighSurrogate(text.charCodeAt(text.length - 1)) ? text.length - 1 : text.length;
    let start = 0;
    let piece = this.#piece;
    let inString = this.#inString;
    for (let at = 0; at < end; at++) {
      const unit = text.charCodeAt(at);
      if (inString) {
        if (unit === 0x22) {
          sink.onToken(piece | Flag.Closes, start, at);
          piece = 0;
          inString = false;
        } else if (unit === 0x5c) {
          const size = escapeSize(text, at, end);
          if (size === 0) {
            end = at;
            break;
          }
          piece |= Flag.Escaped;
          at += size - 1;
        } else if (unit < 0x20) piece |= Flag.Unsafe;
        continue;
      }
      if (isWordUnit(unit)) {
        if (unit === 0x3c && text.startsWith(marker, at)) {
          if (piece) sink.onToken(piece | Flag.Closes, start, at);
          sink.onToken(Kind.Marker, at, at + marker.length);
          piece = 0;
          at += marker.length - 1;
        } else if (unit === 0x3c && markerPrefixAt(text, at, [marker])) {
          end = at;
          break;
        } else if (piece === 0) {
          piece = Kind.Word | Flag.Opens;
          start = at;
        }
        continue;
      }
      if (piece) sink.onToken(piece | Flag.Closes, start, at);
      piece = 0;
      if (unit === 0x22) {
        inString = true;
        piece = Kind.String | Flag.Opens | (unit << 16);
        start = at + 1;
      } else if (unit > 0x20) sink.onToken(kindOf(unit) | (unit << 16), at, at + 1);
    }
    if (piece && (end > start || piece & Flag.Opens)) sink.onToken(piece, start, end);
    this.#piece = piece & ~(Flag.Opens | Flag.Escaped | Flag.Unsafe);
    this.#inString = inString;
    this.#held = text.slice(end);
  }
}

const isWordUnit = (unit: number) =>
  (unit > 0x22 &&
    unit !== 0x3a &&
    unit !== 0x2c &&
    unit !== 0x5b &&
    unit !== 0x5d &&
    unit !== 0x7b &&
    unit !== 0x7d) ||
  unit === 0x21;

const kindOf = (unit: number) =>
  unit === 0x7b || unit === 0x5b ? Kind.Open : unit === 0x7d || unit === 0x5d ? Kind.Close : Kind.Punct;

/** Units of the escape at `at`; 0 if it is cut. A pair of surrogates is one escape. */
function escapeSize(text: string, at: number, end: number): number {
  if (at + 1 >= end) return 0;
  if (text[at + 1] !== 'u') return 2;
  if (at + 6 > end) return 0;
  if (!isHighSurrogate(Number.parseInt(text.slice(at + 2, at + 6), 16))) return 6;
  if (at + 12 <= end) return text.startsWith('\\u', at + 6) ? 12 : 6;
  return '\\u'.startsWith(text.slice(at + 6, Math.min(at + 8, end))) ? 0 : 6;
}

/** Finds the end of bracketed values. */
export class HandNested {
  #isOpen = false;
  #inString = false;
  #isEscaped = false;
  #depth = 0;

  constructor(readonly sink: Sink) {}

  feed(text: string): void {
    let start = 0;
    for (let at = 0; at < text.length; at++) {
      const unit = text.charCodeAt(at);
      if (this.#isEscaped) this.#isEscaped = false;
      else if (unit === 0x5c) this.#isEscaped = true;
      else if (unit === 0x22) this.#inString = !this.#inString;
      else if (this.#inString) continue;
      else if (unit === 0x7b || unit === 0x5b) {
        if (this.#depth++ === 0) start = at;
      } else if ((unit === 0x7d || unit === 0x5d) && --this.#depth === 0) {
        this.sink.onToken(Kind.Nested | Flag.Closes | (this.#isOpen ? 0 : Flag.Opens), start, at + 1);
        this.#isOpen = false;
      }
    }
    if (this.#depth === 0) return;
    this.sink.onToken(Kind.Nested | (this.#isOpen ? 0 : Flag.Opens), start, text.length);
    this.#isOpen = true;
  }
}
