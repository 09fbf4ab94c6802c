// Regular expressions of JSON Schema's `pattern`, as far as a grammar can say them: sets, groups, alternatives and
// repeats. What looks around, refers back or counts too far is not read, and the string is then held to nothing.
import { type Alphabet, allBut, type CharacterSet, writeSet } from './alphabet.ts';
import { EMPTY, oneOf } from './ebnf.ts';

/** A pattern, read. */
export type Pattern =
  | { readonly kind: 'set'; readonly set: CharacterSet }
  | { readonly kind: 'sequence' | 'choice'; readonly parts: readonly Pattern[] }
  | { readonly kind: 'repeat'; readonly part: Pattern; readonly least: number; readonly most: number };

const codes = (text: string) => Array.from(text, (unit) => unit.charCodeAt(0));
const range = (from: string, to: string) =>
  codes(
    String.fromCharCode(
      ...Array.from({ length: to.charCodeAt(0) - from.charCodeAt(0) + 1 }, (_, i) => from.charCodeAt(0) + i),
    ),
  );
const digits = range('0', '9');
const word = [...digits, ...range('A', 'Z'), ...range('a', 'z'), 95];
const blanks = codes(' \t\n\r\f\v');

/** What a letter behind a backslash stands for. */
const classes: Readonly<Record<string, CharacterSet>> = {
  d: { ascii: new Set(digits), beyond: [] },
  D: allBut(digits),
  w: { ascii: new Set(word), beyond: [] },
  W: allBut(word),
  s: { ascii: new Set(blanks), beyond: [] },
  S: allBut(blanks),
};
const controls: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', f: '\f', v: '\v', 0: '\0' };

const any = allBut(codes('\n\r'));
const anything: Pattern = {
  kind: 'repeat',
  part: { kind: 'set', set: allBut([]) },
  least: 0,
  most: Infinity,
};

/** Repeats that are longer are not counted: grammars of such a size are slow. */
export const MAX_REPEAT = 1000;

/** Reads a pattern; nothing if a grammar can't say it. As in JSON Schema, it may match anywhere unless it has anchors. */
export function readPattern(source: string): Pattern | undefined {
  const body = source.replace(/^\^/, '').replace(/(?<!\\)\$$/, '');
  try {
    const reader = new PatternReader(body);
    const pattern = reader.readAll();
    if (pattern.kind === 'choice' && body !== source) return undefined; // `^a|b$`: each anchor is of one branch
    const parts = [pattern];
    if (!source.startsWith('^')) parts.unshift(anything);
    if (!/(?<!\\)\$$/.test(source)) parts.push(anything);
    return { kind: 'sequence', parts };
  } catch {
    return undefined;
  }
}

/** A pattern as a string of this alphabet holds it; nothing if no such string fits. */
export function writePattern(pattern: Pattern, alphabet: Alphabet): string | undefined {
  if (pattern.kind === 'set') return writeSet(pattern.set, alphabet);
  if (pattern.kind === 'repeat') {
    const part = writePattern(pattern.part, alphabet);
    if (part === undefined) return pattern.least === 0 ? EMPTY : undefined;
    return part === EMPTY ? EMPTY : `(${part})${writeCount(pattern.least, pattern.most)}`;
  }
  const parts = pattern.parts.map((part) => writePattern(part, alphabet));
  const possible = parts.filter((part) => part !== undefined);
  if (pattern.kind === 'choice') return possible.length > 0 ? oneOf(possible) : undefined;
  return possible.length < parts.length ? undefined : possible.join(' ') || EMPTY;
}

/** How often something comes. */
export function writeCount(least: number, most: number): string {
  if (most === Infinity || most > MAX_REPEAT) return least === 0 ? '*' : least === 1 ? '+' : `{${least},}`;
  if (least === 0 && most === 1) return '?';
  return least === most ? `{${least}}` : `{${least},${most}}`;
}

class PatternReader {
  readonly #units: readonly string[];
  #at = 0;

  constructor(source: string) {
    this.#units = Array.from(source);
  }

  readAll(): Pattern {
    const pattern = this.#readChoice();
    if (this.#at < this.#units.length) throw new SyntaxError('A bracket too many.');
    return pattern;
  }

  #next(): string {
    const unit = this.#units[this.#at++];
    if (unit === undefined) throw new SyntaxError('The pattern breaks off.');
    return unit;
  }

  #takes(unit: string): boolean {
    if (this.#units[this.#at] !== unit) return false;
    this.#at++;
    return true;
  }

  #readChoice(): Pattern {
    const parts = [this.#readSequence()];
    while (this.#takes('|')) parts.push(this.#readSequence());
    return parts.length === 1 ? (parts[0] as Pattern) : { kind: 'choice', parts };
  }

  #readSequence(): Pattern {
    const parts: Pattern[] = [];
    for (let unit = this.#units[this.#at]; unit !== undefined && unit !== '|' && unit !== ')'; ) {
      parts.push(this.#readRepeat(this.#readAtom()));
      unit = this.#units[this.#at];
    }
    return { kind: 'sequence', parts };
  }

  #readAtom(): Pattern {
    const unit = this.#next();
    if (unit === '(') return this.#readGroup();
    if (unit === '[') return { kind: 'set', set: this.#readSet() };
    if (unit === '\\') return { kind: 'set', set: this.#readEscape() };
    if (unit === '.') return { kind: 'set', set: any };
    if ('^$*+?{})]'.includes(unit)) throw new SyntaxError(`A ${unit} where no grammar has one.`);
    return { kind: 'set', set: setOf(unit) };
  }

  #readGroup(): Pattern {
    if (this.#takes('?') && !this.#takes(':'))
      throw new SyntaxError('A group that looks around, or has a name.');
    const pattern = this.#readChoice();
    if (!this.#takes(')')) throw new SyntaxError('A group is not closed.');
    return pattern;
  }

  #readEscape(): CharacterSet {
    const unit = this.#next();
    if (classes[unit]) return classes[unit];
    if (controls[unit] !== undefined) return setOf(controls[unit]);
    if (unit === 'x') return setOf(this.#readCode(2));
    if (unit === 'u') return setOf(this.#readCode(4));
    if (/[a-zA-Z0-9]/.test(unit)) throw new SyntaxError(`\\${unit} is not known.`);
    return setOf(unit);
  }

  #readCode(length: number): string {
    const hex = Array.from({ length }, () => this.#next()).join('');
    if (!/^[0-9a-fA-F]+$/.test(hex)) throw new SyntaxError(`${hex} is no code.`);
    return String.fromCharCode(Number.parseInt(hex, 16));
  }

  #readSet(): CharacterSet {
    const isNegated = this.#takes('^');
    const ascii = new Set<number>();
    let beyond: string[] | 'all' = [];
    while (!this.#takes(']')) {
      const first = this.#readMember();
      const isRange = this.#units[this.#at] === '-' && this.#units[this.#at + 1] !== ']';
      if (isRange) this.#at++;
      const set = isRange ? spanOf(first, this.#readMember()) : first;
      for (const code of set.ascii) ascii.add(code);
      beyond = beyond === 'all' || set.beyond === 'all' ? 'all' : [...beyond, ...set.beyond];
    }
    return isNegated ? allBut(ascii) : { ascii, beyond };
  }

  #readMember(): CharacterSet {
    const unit = this.#next();
    if (unit !== '\\') return setOf(unit);
    return this.#takes('b') ? setOf('\b') : this.#readEscape();
  }

  #readRepeat(part: Pattern): Pattern {
    const count = this.#readCount();
    if (!count) return part;
    this.#takes('?'); // what is taken lazily is the same text
    return { kind: 'repeat', part, ...count };
  }

  #readCount(): { least: number; most: number } | undefined {
    if (this.#takes('*')) return { least: 0, most: Infinity };
    if (this.#takes('+')) return { least: 1, most: Infinity };
    if (this.#takes('?')) return { least: 0, most: 1 };
    if (!this.#takes('{')) return undefined;
    let text = '';
    for (let unit = this.#next(); unit !== '}'; unit = this.#next()) text += unit;
    const [, least, comma, most] = /^(\d+)(,?)(\d*)$/.exec(text) ?? [];
    if (least === undefined || Number(least) > MAX_REPEAT)
      throw new SyntaxError(`{${text}} is too long to count.`);
    return { least: Number(least), most: most ? Number(most) : comma ? Infinity : Number(least) };
  }
}

function setOf(unit: string): CharacterSet {
  const code = unit.codePointAt(0) as number;
  return code < 128 ? { ascii: new Set([code]), beyond: [] } : { ascii: new Set(), beyond: [unit] };
}

/** From one character to another. A range that leaves ASCII has all that lies beyond it. */
function spanOf(from: CharacterSet, to: CharacterSet): CharacterSet {
  const [first] = from.ascii;
  const [last = 127] = to.ascii;
  const isBeyond = to.beyond.length > 0;
  if (first === undefined) return { ascii: new Set(), beyond: 'all' };
  const ascii = Array.from({ length: Math.max(0, last - first + 1) }, (_, i) => first + i);
  return { ascii: new Set(ascii), beyond: isBeyond ? 'all' : [] };
}
