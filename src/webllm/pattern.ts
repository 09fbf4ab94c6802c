// Regular expressions of JSON Schema's `pattern`, as far as a grammar can say them: sets, groups, alternatives and
// repeats. What looks around, refers back or counts too far is not read, and the string is then held to nothing.
import { type Alphabet, allBut, type CharacterSet, codesBetween, codesOf, writeSet } from './alphabet.ts';
import { EMPTY, oneOf } from './ebnf.ts';

/** A pattern, read. */
export type Pattern =
  | { readonly kind: 'set'; readonly set: CharacterSet }
  | { readonly kind: 'sequence' | 'choice'; readonly parts: readonly Pattern[] }
  | { readonly kind: 'repeat'; readonly part: Pattern; readonly least: number; readonly most: number };

const digits = codesBetween(48, 57);
const word = [...digits, ...codesBetween(65, 90), ...codesBetween(97, 122), 95];
const blanks = codesOf(' \t\n\r\f\v');

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

const any = allBut(codesOf('\n\r'));
const anything: Pattern = {
  kind: 'repeat',
  part: { kind: 'set', set: allBut([]) },
  least: 0,
  most: Infinity,
};

/** Repeats that are longer are not counted: grammars of such a size are slow. */
export const MAX_REPEAT = 1000;

/** Sets in a pattern at most, with each repeat written out: repeats in repeats multiply. */
const MAX_SIZE = 10_000;

/** Reads a pattern; nothing if a grammar can't say it. As in JSON Schema, it may match anywhere unless it has anchors. */
export function readPattern(source: string): Pattern | undefined {
  const body = source.replace(/^\^/, '').replace(/(?<!\\)\$$/, '');
  try {
    const reader = new PatternReader(body);
    const pattern = reader.readAll();
    if (pattern.kind === 'choice' && body !== source) return undefined; // `^a|b$`: each anchor is of one branch
    if (sizeOf(pattern) > MAX_SIZE) return undefined;
    const parts = [pattern];
    if (!source.startsWith('^')) parts.unshift(anything);
    if (!/(?<!\\)\$$/.test(source)) parts.push(anything);
    return { kind: 'sequence', parts };
  } catch {
    return undefined;
  }
}

function sizeOf(pattern: Pattern): number {
  if (pattern.kind === 'set') return 1;
  if (pattern.kind !== 'repeat') return pattern.parts.reduce((size, part) => size + sizeOf(part), 0);
  return sizeOf(pattern.part) * (pattern.most > MAX_REPEAT ? pattern.least + 1 : pattern.most);
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

/** Whether a schema's limit says how often something comes. */
export const isCount = (value: unknown): value is number => Number.isInteger(value) && (value as number) >= 0;

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
    const code = Number.parseInt(hex, 16);
    if (code >= 0xd800 && code < 0xe000) throw new SyntaxError('Half a character, which no grammar has.');
    return String.fromCharCode(code);
  }

  #readSet(): CharacterSet {
    const isNegated = this.#takes('^');
    const sets: CharacterSet[] = [];
    while (!this.#takes(']')) {
      const first = this.#readMember();
      const isRange = this.#units[this.#at] === '-' && this.#units[this.#at + 1] !== ']';
      if (isRange) this.#at++;
      sets.push(...(isRange ? spanOf(first, this.#readMember()) : [first]));
    }
    const ascii = new Set(sets.flatMap((set) => [...set.ascii]));
    if (isNegated) return allBut(ascii);
    const beyond = sets.flatMap((set) => (set.beyond === 'all' ? [] : set.beyond));
    return { ascii, beyond: sets.some((set) => set.beyond === 'all') ? 'all' : beyond };
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
    const count = { least: Number(least), most: most ? Number(most) : comma ? Infinity : Number(least) };
    if (count.most < count.least) throw new SyntaxError(`{${text}} is out of order.`);
    return count;
  }
}

function setOf(unit: string): CharacterSet {
  const code = unit.codePointAt(0) as number;
  return code < 128 ? { ascii: new Set([code]), beyond: [] } : { ascii: new Set(), beyond: [unit] };
}

/**
 * From one character to another; a range that leaves ASCII has all that lies beyond it. Where an end is a class, as in
 * `[\w-.]`, the hyphen is itself.
 */
function spanOf(from: CharacterSet, to: CharacterSet): CharacterSet[] {
  if (!isCharacter(from) || !isCharacter(to)) return [from, setOf('-'), to];
  const [first] = from.ascii;
  const [last = 127] = to.ascii;
  if (first === undefined) return [{ ascii: new Set(), beyond: 'all' }];
  return [{ ascii: new Set(codesBetween(first, last)), beyond: to.beyond.length > 0 ? 'all' : [] }];
}

const isCharacter = ({ ascii, beyond }: CharacterSet) => beyond !== 'all' && ascii.size + beyond.length === 1;
