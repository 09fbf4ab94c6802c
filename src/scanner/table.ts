// Tables: what the scanner looks for in one state of a call. Compiled once from a short description and then
// shared by all streams; `assembly/table.ts` and `assembly/markers.ts` draw the words they are made of.
import { Node } from '../../assembly/markers';
import { State } from '../../assembly/state';
import { CLASSES, Class, Ends, FIND_SETS, Header, MARKER_START, Option, TREE } from '../../assembly/table';

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
  /** Literals to find. In text they are all that counts; while lexing they count outside strings. */
  markers?: readonly string[];
  /** Lex by this dialect. Default: plain text. */
  lex?: Dialect;
  /** Whether `&name;` is decoded: an entity is then never cut, and its piece is flagged. */
  entities?: boolean;
}

/** A compiled table. */
export interface ScanTable {
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
  words[Header.NestFrom] = lex?.nestFrom ?? 0x7fffffff;
  words[Header.Root] = TREE;
  words[Header.Options] =
    (lex?.backslash !== false ? Option.Backslash : 0) |
    (lex?.triple ? Option.Triple : 0) |
    (lex?.comments ? Option.Comments : 0) |
    (entities ? Option.Entities : 0);
  if (lex) classify(words, lex);
  const starts = markStarts(words, markers, entities);
  fillFindSets(words);
  fillRow(words, starts);
  return { words, starts, address: 0, epoch: 0 };
}

function checkMarkers(markers: readonly string[], entities: boolean): void {
  const seen = new Set<string>();
  for (const marker of markers) {
    const problem =
      marker === '' ? 'is empty'
      : marker.length > MAX_MARKER ? `has ${marker.length} units, more than ${MAX_MARKER}`
      : seen.has(marker) ? 'is given twice'
      : entities && marker[0] === '&' ? 'starts with "&", which begins an entity here'
      : undefined;
    if (problem) throw new TypeError(`Marker ${JSON.stringify(marker)} ${problem}.`);
    seen.add(marker);
  }
}

// ── classes ──────────────────────────────────────────────────────────────────────────────────────

function classify(words: Int32Array, lex: Dialect): void {
  const { quotes = '"', punctuation = '', stops = '', brackets = '', backslash = true } = lex;
  const set = (units: string, kind: number) => {
    for (const unit of units) words[CLASSES + asciiOf(unit)] = kind;
  };
  set(SPACE, Class.Space);
  set(punctuation, Class.Punct);
  set(stops, Class.Stop);
  set(quotes, Class.Quote);
  for (let i = 0; i < brackets.length; i += 2) {
    set(brackets[i] as string, Class.Open);
    set(brackets[i + 1] ?? '', Class.Close);
  }
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
  if (code > 127) throw new TypeError(`Only ASCII units can be quotes or punctuation, got ${JSON.stringify(unit)}.`);
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

// ── the marker tree ──────────────────────────────────────────────────────────────────────────────

interface TreeNode {
  text: string;
  match: number;
  matchLength: number;
  fail: TreeNode | undefined;
  skip: number;
  edges: Map<number, TreeNode>;
  index: number;
}

const createNode = (text: string): TreeNode =>
  ({ text, match: 0, matchLength: 0, fail: undefined, skip: 0, edges: new Map(), index: 0 });

function buildTree(markers: readonly string[]): Int32Array {
  const root = createNode('');
  markers.forEach((marker, index) => {
    let node = root;
    for (let i = 0; i < marker.length; i++) {
      const unit = marker.charCodeAt(i);
      let next = node.edges.get(unit);
      if (!next) node.edges.set(unit, (next = createNode(marker.slice(0, i + 1))));
      node = next;
    }
    node.match = index + 1;
    node.matchLength = marker.length;
  });
  const nodes = [root];
  for (const node of nodes) {
    for (const next of node.edges.values()) {
      if (next.match === 0) [next.match, next.matchLength] = [node.match, node.matchLength];
      nodes.push(next);
    }
  }
  for (const node of nodes) if (node !== root && node.match === 0) setRestart(node, root);
  return writeTree(nodes);
}

/** Where to go on when this candidate breaks off with no marker in it: the next place another one can start. */
function setRestart(node: TreeNode, root: TreeNode): void {
  const { text } = node;
  for (node.skip = 1; node.skip < text.length; node.skip++) {
    let other: TreeNode | undefined = root;
    let at = node.skip;
    while (other && at < text.length && other.match === 0) other = other.edges.get(text.charCodeAt(at++));
    if (!other) continue;
    // Its end is reached: that much of another marker is known. If not, a whole marker lies inside: it is read again.
    if (at === text.length) node.fail = other;
    return;
  }
}

function writeTree(nodes: readonly TreeNode[]): Int32Array {
  let size = 0;
  for (const node of nodes) {
    node.index = TREE + size;
    size += Node.Record + 2 * node.edges.size;
  }
  const words = new Int32Array(size);
  for (const node of nodes) {
    const at = node.index - TREE;
    words[at + Node.Depth] = node.text.length;
    words[at + Node.Match] = node.match;
    words[at + Node.MatchLength] = node.matchLength;
    words[at + Node.Fail] = node.fail?.index ?? 0;
    words[at + Node.Skip] = node.skip;
    words[at + Node.Edges] = node.edges.size;
    const edges = [...node.edges].sort(([a], [b]) => a - b);
    edges.forEach(([unit, next], k) => {
      words[at + Node.Record + 2 * k] = unit;
      words[at + Node.Record + 2 * k + 1] = next.index;
    });
  }
  return words;
}
