// How the characters of a string stand in a call: in double quotes as JSON has them, in single quotes, bare, or as raw
// text. A set of characters is those of ASCII, by code, and whether all others are in it.
import { escapeUnit, literal, oneOf } from './ebnf.ts';

/** A set of characters. */
export interface CharacterSet {
  /** Codes below 128. */
  readonly ascii: ReadonlySet<number>;
  /** Characters beyond ASCII, or all of them. */
  readonly beyond: readonly string[] | 'all';
}

/** A way to write strings. */
export interface Alphabet {
  /** Characters that stand for themselves. */
  readonly plain: CharacterSet;
  /** How others are written; what is in neither can't be. */
  readonly escapes: ReadonlyMap<number, string>;
  /** Any one character. */
  readonly any: string;
}

/** An alphabet with escapes that any character may be written as. */
export interface EscapingAlphabet extends Alphabet {
  readonly anyEscape: string;
}

/** Codes from one to another; none if they are out of order. */
export const codesBetween = (from: number, to: number) =>
  Array.from({ length: Math.max(0, to - from + 1) }, (_, i) => from + i);

/** The codes of a text's units. */
export const codesOf = (text: string) => Array.from(text, (unit) => unit.charCodeAt(0));

/** All characters but these. */
export function allBut(excluded: Iterable<number>): CharacterSet {
  const without = new Set(excluded);
  return { ascii: new Set(codesBetween(0, 127).filter((code) => !without.has(code))), beyond: 'all' };
}

const controls = codesBetween(0, 31);

/** JSON's escapes of one letter. */
const shortEscapes = new Map(
  ['\b', '\f', '\n', '\r', '\t', '\\', '"'].map((unit) => [
    unit.charCodeAt(0),
    JSON.stringify(unit).slice(1, -1),
  ]),
);
const anyEscape = '"\\\\" (["\\\\/bfnrt] | "u" [0-9a-fA-F]{4})';

/** `"…"`, as JSON. */
export const doubleQuoted: EscapingAlphabet = {
  anyEscape,
  plain: allBut([...controls, ...codesOf('"\\')]),
  escapes: shortEscapes,
  any: `([^"\\\\\\x00-\\x1f] | ${anyEscape})`,
};

/** Line breaks and tabs stay as they are in quotes that are not of JSON. */
const otherControls = controls.filter((code) => code !== 9 && code !== 10);

/** `"…"` in a pair. */
export const inDoubleQuotes: Alphabet = {
  plain: allBut([...otherControls, ...codesOf('"\\')]),
  escapes: shortEscapes,
  any: `([^"\\\\\\x00-\\x08\\x0b-\\x1f] | ${anyEscape})`,
};

/** `'…'` in a pair: what holds no single quote. */
export const inSingleQuotes: Alphabet = {
  plain: allBut([...otherControls, ...codesOf("'\\")]),
  escapes: new Map([...shortEscapes].filter(([code]) => code !== 34)),
  any: `([^'\\\\\\x00-\\x08\\x0b-\\x1f] | ${anyEscape})`,
};

/** Bare: nothing that would end the value, or open something else. */
export const bare: Alphabet = {
  plain: allBut([...controls, ...codesOf(' "\'<\\[{\x7f')]),
  escapes: new Map(),
  any: '[^ "\'<\\\\\\[{\\x00-\\x1f\\x7f]',
};

/** A character of a bare value behind its first. */
export const bareRest = '[^ "\'<\\\\\\x00-\\x1f\\x7f]';

/** A character of this set, as the alphabet writes it; nothing if it can't. */
export function writeSet({ ascii, beyond }: CharacterSet, { plain, escapes }: Alphabet): string | undefined {
  const written = [...ascii].filter((code) => plain.ascii.has(code)).sort((a, b) => a - b);
  const alternatives: string[] = [];
  if (written.length > 0) alternatives.push(writeClass(written));
  for (const code of ascii) if (escapes.has(code)) alternatives.push(literal(escapes.get(code) as string));
  if (beyond === 'all') alternatives.push('[^\\x00-\\x7f]');
  else alternatives.push(...beyond.map(literal));
  return alternatives.length > 0 ? oneOf(alternatives) : undefined;
}

/** Codes in order, as a class of ranges. */
function writeClass(sorted: readonly number[]): string {
  if (sorted.length === 1) return literal(String.fromCharCode(sorted[0] as number));
  const ranges: [from: number, to: number][] = [];
  for (const code of sorted) {
    const last = ranges.at(-1);
    if (last && last[1] === code - 1) last[1] = code;
    else ranges.push([code, code]);
  }
  const unit = (code: number) => escapeUnit(String.fromCharCode(code));
  return `[${ranges.map(([from, to]) => (from === to ? unit(from) : `${unit(from)}-${unit(to)}`)).join('')}]`;
}
