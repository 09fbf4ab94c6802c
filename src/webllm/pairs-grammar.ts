// Arguments as pairs: ` key=value` in the schema's order. Objects are dotted paths or JSON, strings stand in either quotes
// or bare, everything else is JSON.
//
//    location="New York" days=3 profile.address.city=Paris tags=["a", "b"]
import type { Json } from '../arguments/shape.ts';
import { isWord, writeIn } from '../wire/pairs.ts';
import { isBareKey, MAX_SEGMENTS, pathFields } from '../wire/plan.ts';
import { branchesOf, choicesOf, identityOf, typesOf } from '../wire/schema.ts';
import { EMPTY, literal, oneOf } from './ebnf.ts';
import { pairString } from './string-grammar.ts';
import { othersOf, possibleBranches, propertiesOf, type ValueGrammar } from './value-grammar.ts';

/** One segment of a path that the schema does not name. */
const segment = '[^ "\'=.?<{}\\[\\]\\\\\\x00-\\x1f\\x7f]+';

/** Where a value stands. */
interface Place {
  /** The path, as an expression. */
  readonly path: string;
  readonly depth: number;
  /** The schemas it is part of. */
  readonly trail: readonly unknown[];
}

/** Writes the pairs of one tool. */
export class PairsGrammar {
  readonly #values: ValueGrammar;

  constructor(values: ValueGrammar) {
    this.#values = values;
  }

  /** All pairs of a call, with a blank before each. */
  write(): string {
    const { root } = this.#values;
    const place: Place = { path: '', depth: 0, trail: [identityOf(root, root)] };
    const [branch = {}] = branchesOf(root, root);
    const { isRequired, all } = this.#writeFields(branch, place);
    return isRequired ? all : oneOf([all, EMPTY]);
  }

  /** The pairs of an object: in order, at least one of them, and whether one must come. */
  #writeFields(branch: Json, place: Place): { all: string; isRequired: boolean } {
    const { rules, root } = this.#values;
    const properties = propertiesOf(branch, root);
    const other = othersOf(branch, root);
    const others = other !== undefined && this.#writePair(other, { ...place, path: join(place, segment) });
    let all = others ? rules.add(`(${others})+`) : undefined;
    let following = others ? rules.add(`(${others})*`) : EMPTY;
    for (const { key, schema, isRequired } of properties.reverse()) {
      const name = isBareKey(key) ? literal(key) : literal(JSON.stringify(key));
      const pair = this.#writePair(schema, { ...place, path: join(place, name) });
      const begun = `${pair} ${following}`;
      all = rules.add(isRequired || all === undefined ? begun : oneOf([begun, all]));
      following = rules.add(`${isRequired ? pair : `(${pair})?`} ${following}`);
    }
    return { all: all ?? EMPTY, isRequired: properties.some(({ isRequired }) => isRequired) };
  }

  /** One value: a pair, or the pairs of what is in it. */
  #writePair(schema: unknown, { path, depth, trail }: Place): string {
    const { root, rules } = this.#values;
    const whole = `" " ${path} "=" ${this.#writeValue(schema)}`;
    const isNested = depth + 1 < MAX_SEGMENTS && pathFields(schema, root, trail) !== undefined;
    if (!isNested) return rules.add(whole);
    const [branch = {}] = branchesOf(schema, root);
    const place: Place = { path, depth: depth + 1, trail: [...trail, identityOf(schema, root)] };
    const { all } = this.#writeFields(branch, place);
    return rules.add(all === EMPTY ? whole : oneOf([whole, all]));
  }

  /** A value behind `=`. */
  #writeValue(schema: unknown): string {
    const { rules, root } = this.#values;
    const alternatives = possibleBranches(schema, root).flatMap((branch) => this.#writeBranch(branch));
    return rules.add(oneOf(alternatives.length > 0 ? alternatives : [this.#values.write(schema)]));
  }

  /** One type of value: strings in ways of their own, all others as JSON. */
  #writeBranch(branch: Json): string[] {
    const choices = choicesOf(branch);
    const [type] = typesOf(branch);
    if (choices) {
      const texts = choices.filter((choice) => typeof choice === 'string');
      return [this.#values.writeBranch(branch), ...texts.flatMap(spellings)];
    }
    if (type === 'string') return pairString(branch);
    return [this.#values.writeBranch(branch), ...(type === undefined ? pairString(branch) : [])];
  }
}

const join = ({ path }: Place, name: string) => (path === '' ? name : `${path} "." ${name}`);

/** A given string, bare and in quotes, as it can be, but for what JSON has already. */
function spellings(text: string): string[] {
  const all = [
    ...(isWord(text) ? [text] : []),
    ...(text.includes("'") ? [] : [writeIn("'", text)]),
    writeIn('"', text),
  ];
  return all.filter((spelling) => spelling !== JSON.stringify(text)).map(literal);
}
