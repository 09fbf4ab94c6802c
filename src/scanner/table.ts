// Tables: what the scanner looks for in one state of a call. Compiled once from a short description and then
// shared by all streams; `assembly/table.ts` and `assembly/markers.ts` draw the words they are made of.
import { State } from '../../assembly/state';
import { CLASSES, Class, Ends, FIND_SETS, Header, MARKER_START, TREE } from '../../assembly/table';
import { buildTree } from './marker-tree.ts';

/** How a stretch is lexed: which units are quotes, punctuation, brackets. All others but space make words. */
export interface Dialect {
  /** Units that open and close a string. Default: `"`. */
  quotes?: string;
  /** Units reported one by one. */
  punctuation?: string;
  /** Punctuation after which the scanner returns, so that the reader may change the table. */
  stops?: string;
  /** Pairs of brackets, such as `{}[]`: they are counted, and the scanner returns when the last one closes. */
  brackets?: string;
  /** Whether `\` escapes in strings. Default: true. */
  backslash?: boolean;
  /** Whether `"""` and `'''` open strings. */
  triple?: boolean;
  /** Whether there are comments as in JavaScript. */
  comments?: boolean;
  /** Brackets opened at this depth or deeper are reported as one value, not looked into. Default: none. */
  nestFrom?: number;
}

/** What the scanner looks for in one state of a call. */
export interface TableOptions {
  /** Literals to find. In text they are all that counts; while lexing they count outside strings. Default: none. */
  markers?: readonly string[];
  /** Lex by this dialect. Default: plain text. */
  lex?: Dialect;
  /** Whether `&name;` is decoded: an entity is then never cut, and its piece is flagged. Default: false. */
  entities?: boolean;
}

/** A compiled table. */
export interface ScanTable {
  /** The table itself, as both engines read it. */
  readonly words: Int32Array;
  /** The units that end a run of text where they are few and ASCII, else empty: native search finds those faster. */
  readonly starts: string;
  /** Place in the WASM module's memory, once it is there. */
  address: number;
  /** Which filling of that memory the place belongs to. */
  epoch: number;
}

/** Markers longer than this are refused: what may be one is held back. */
export const MAX_MARKER = 256;

/** More different first units than this are looked up unit by unit. */
const MAX_STARTS = 4;

const SPACE = ' \t\n\r';

/** Compiles a description; throws a `TypeError` if it makes no sense. */
export function compileTable(options: TableOptions = {}): ScanTable {
  const { markers = [], lex, entities = false } = options;
  checkMarkers(markers, entities);
  const tree = buildTree(markers);
  const words = new Int32Array(TREE + tree.length);
  words.set(tree, TREE);
  words[Header.Rest] = lex ? State.Lex : State.Text;
  words[Header.Triple] = lex?.triple ? 1 : 0;
  words[Header.NestFrom] = lex?.nestFrom ?? 0x7fffffff;
  words[Header.Root] = TREE;
  if (lex) classify(words, lex);
  const starts = markStarts(words, markers, entities);
  fillFindSets(words);
  fillRow(words, starts);
  return { words, starts, address: 0, epoch: 0 };
}

function checkMarkers(markers: readonly string[], entities: boolean): void {
  const refuse = (marker: string, problem: string) => {
    throw new TypeError(`Marker ${JSON.stringify(marker)} ${problem}.`);
  };
  const seen = new Set<string>();
  for (const marker of markers) {
    if (marker === '') refuse(marker, 'is empty');
    if (marker.length > MAX_MARKER) refuse(marker, `has ${marker.length} units, more than ${MAX_MARKER}`);
    if (seen.has(marker)) refuse(marker, 'is given twice');
    if (entities && marker[0] === '&') refuse(marker, 'starts with "&", which begins an entity here');
    seen.add(marker);
  }
}

// ── classes ──────────────────────────────────────────────────────────────────────────────────────

function classify(words: Int32Array, lex: Dialect): void {
  const { quotes = '"', punctuation = '', stops = '', brackets = '', backslash = true } = lex;
  const set = (units: string, kind: number) => {
    for (const unit of units) {
      const at = CLASSES + asciiOf(unit);
      if (words[at] !== Class.Word)
        throw new TypeError(`${JSON.stringify(unit)} has two meanings in this dialect.`);
      words[at] = kind;
    }
  };
  set(SPACE, Class.Space);
  set(punctuation, Class.Punct);
  set(stops, Class.Stop);
  set(quotes, Class.Quote);
  if (brackets.length % 2 > 0)
    throw new TypeError(`"brackets" must be pairs, got ${JSON.stringify(brackets)}.`);
  [...brackets].forEach((unit, index) => {
    set(unit, index % 2 === 0 ? Class.Open : Class.Close);
  });
  if (lex.comments) set('/', Class.Slash);
  const add = (unit: number, ends: number) => {
    words[CLASSES + unit] = (words[CLASSES + unit] as number) | ends;
  };
  for (const quote of quotes) add(asciiOf(quote), quote === '"' ? Ends.Double | Ends.Single : Ends.Single);
  if (!backslash) return;
  add(asciiOf('\\'), Ends.Double | Ends.Single);
  add(asciiOf('"'), Ends.Single); // unsafe in JSON where other quotes end the string
  for (let unit = 0; unit < 0x20; unit++) add(unit, Ends.Double | Ends.Single);
}

function asciiOf(unit: string): number {
  const code = unit.charCodeAt(0);
  if (code > 127)
    throw new TypeError(`Only ASCII units can be quotes or punctuation, got ${JSON.stringify(unit)}.`);
  return code;
}

/** Marks what ends a run of text: the first units of the markers, and `&` where there are entities. */
function markStarts(words: Int32Array, markers: readonly string[], entities: boolean): string {
  const starts = new Set<string>();
  const mark = (unit: number, bits: number) => {
    const at = CLASSES + Math.min(unit, 255);
    words[at] = (words[at] as number) | bits;
    starts.add(String.fromCharCode(unit));
  };
  for (const marker of markers) mark(marker.charCodeAt(0), Ends.Text | MARKER_START);
  if (entities) mark(asciiOf('&'), Ends.Text | Ends.Double | Ends.Single);
  const list = [...starts];
  return list.length <= MAX_STARTS && list.every((unit) => unit < '\x80') ? list.join('') : '';
}

/** Units of a set as two rows of sixteen bytes; a bit per row of the ASCII table, so that a unit is in both or not in the set. */
function fillFindSets(words: Int32Array): void {
  const bytes = new Uint8Array(words.buffer);
  [Ends.Text, Ends.Double, Ends.Single].forEach((ends, index) => {
    const set = 4 * (FIND_SETS + 8 * index);
    for (let unit = 0; unit < 256; unit++) {
      if (((words[CLASSES + unit] as number) & ends) === 0) continue;
      const bit = 1 << ((unit >> 4) & 7);
      bytes[set + (unit & 15)] = (bytes[set + (unit & 15)] as number) | bit;
      bytes[set + 16 + (unit >> 4)] = (bytes[set + 16 + (unit >> 4)] as number) | bit;
    }
  });
}

/** The units that end text as one row of sixteen bytes, by their low half, where no two share it. */
function fillRow(words: Int32Array, starts: string): void {
  const row = new Uint8Array(words.buffer, 4 * Header.Row, 16);
  const halves = new Set([...starts].map((unit) => unit.charCodeAt(0) & 15));
  if (starts === '' || halves.size < starts.length) return;
  row.forEach((_, half) => {
    row[half] = half ^ 1; // no unit with this low half
  });
  for (const unit of starts) row[unit.charCodeAt(0) & 15] = unit.charCodeAt(0);
}
