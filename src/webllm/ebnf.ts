// Grammars as XGrammar reads them: an EBNF text of named rules, the first of which is `root`. What is written twice is
// one rule. Sets of characters are written without ranges beyond ASCII: XGrammar 0.1.27 reads those as something else.

/** A literal. */
export function literal(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is escaped here
  return `"${text.replace(/["\\]/g, '\\$&').replace(/[\x00-\x1f\x7f]/g, escapeUnit)}"`;
}

/** A unit of ASCII by its code, as literals and sets may have it. */
export const escapeUnit = (unit: string) => `\\x${unit.charCodeAt(0).toString(16).padStart(2, '0')}`;

/** One of several expressions, of which there must be one: `()` would match the empty text. */
export function oneOf(expressions: readonly string[]): string {
  const unique = [...new Set(expressions)];
  return unique.length === 1 ? (unique[0] as string) : `(${unique.join(' | ')})`;
}

/** What matches nothing but the empty text. */
export const EMPTY = '""';

/** The rules of one grammar. */
export class Rules {
  readonly #names = new Map<string, string>();
  readonly #things = new Map<unknown, { name: string; isUsed: boolean }>();
  readonly #lines: string[] = [];
  #count = 0;

  /** The name of the rule with this body, which is added unless it is there. */
  add(body: string): string {
    if (/^r\d+$/.test(body)) return body;
    const known = this.#names.get(body);
    if (known !== undefined) return known;
    const name = `r${this.#count++}`;
    this.#names.set(body, name);
    this.#lines.push(`${name} ::= ${body}`);
    return name;
  }

  /** The name of the rule for a thing, whose body is made on first use and may refer to itself. */
  of(thing: unknown, makeBody: () => string): string {
    const known = this.#things.get(thing);
    if (known) {
      known.isUsed = true;
      return known.name;
    }
    const made = { name: `r${this.#count++}`, isUsed: false };
    this.#things.set(thing, made);
    const body = makeBody();
    if (made.isUsed) this.#lines.push(`${made.name} ::= ${body}`);
    else made.name = this.add(body);
    return made.name;
  }

  /** The grammar whose root is this expression. */
  write(root: string): string {
    return [`root ::= ${root}`, ...this.#lines].join('\n');
  }
}
