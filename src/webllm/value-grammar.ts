// JSON values by their schema: types, choices, ranges, lists and objects. Keys come in the schema's order, required ones
// always; keys that the schema does not declare are refused unless it says they may come. One blank may follow `:` and
// `,`, and nothing else is layout. Not held: `not`, `if`, `multipleOf`, `uniqueItems`, counts of keys.
import { isRecord, type Json } from '../arguments/shape.ts';
import { branchesOf, choicesOf, type Field, identityOf, tupleOf, typesOf } from '../wire/schema.ts';
import { EMPTY, literal, oneOf, type Rules } from './ebnf.ts';
import { stringWithout } from './mark-grammar.ts';
import { writeInteger, writeNumber } from './number-grammar.ts';
import { isCount, MAX_REPEAT, writeCount } from './pattern.ts';
import { jsonString } from './string-grammar.ts';

/** Writes the rules for the values of one tool's schema. */
export class ValueGrammar {
  readonly rules: Rules;
  readonly root: Json;
  /** What schemas go by: the same schema is something else in another tool, where its references lead elsewhere. */
  readonly #keys = new Map<unknown, object>();
  /** What no free string may hold, if there is such a mark. */
  readonly #mark: string;

  constructor(root: Json, rules: Rules, mark = '') {
    this.root = root;
    this.rules = rules;
    this.#mark = mark;
  }

  /** A value of this schema, as JSON. */
  write(schema: unknown): string {
    const identity = identityOf(schema, this.root);
    const makeBody = () => {
      const branches = possibleBranches(schema, this.root);
      return branches.length > 0
        ? oneOf(branches.map((branch) => this.writeBranch(branch)))
        : this.#writeAny();
    };
    if (!isRecord(identity)) return makeBody();
    const key = this.#keys.get(identity) ?? {};
    this.#keys.set(identity, key);
    return this.rules.of(key, makeBody);
  }

  /** One branch of a union, or all of what is none. */
  writeBranch(branch: Json): string {
    const choices = choicesOf(branch);
    if (choices) return oneOf(choices.map((choice) => literal(JSON.stringify(choice) ?? 'null')));
    // biome-ignore format: one type a line
    switch (typesOf(branch)[0]) {
      case 'string': return this.#writeString(branch);
      case 'integer': return this.rules.add(writeInteger(branch));
      case 'number': return this.rules.add(writeNumber(branch));
      case 'boolean': return '("true" | "false")';
      case 'null': return '"null"';
      case 'array': return this.rules.add(this.#writeArray(branch));
      case 'object': return this.rules.add(this.#writeObject(branch));
      default: return this.#writeAny();
    }
  }

  /** Any value. */
  #writeAny(): string {
    return this.rules.of(ValueGrammar, () => {
      const value = this.#writeAny();
      const pair = `${this.#writeString({})} ${COLON} ${value}`;
      return oneOf([
        ...['string', 'number', 'boolean', 'null'].map((type) => this.writeBranch({ type })),
        `"[" (${value} (${COMMA} ${value})*)? "]"`,
        `"{" (${pair} (${COMMA} ${pair})*)? "}"`,
      ]);
    });
  }

  #writeString(branch: Json): string {
    const isHeld = ['minLength', 'maxLength', 'pattern', 'format'].some((key) => key in branch);
    return this.rules.add(
      this.#mark === '' || isHeld ? jsonString(branch) : stringWithout(this.#mark, this.rules),
    );
  }

  #writeArray(branch: Json): string {
    const tuple = tupleOf(branch);
    const rest = tuple && branch.items === tuple ? branch.additionalItems : branch.items;
    const least = isCount(branch.minItems) ? branch.minItems : 0;
    const most = isCount(branch.maxItems) && branch.maxItems >= least ? branch.maxItems : Infinity;
    if (tuple) return `"[" ${this.#writeTuple(tuple, rest)} "]"`;
    if (most === 0 || possibleBranches(rest, this.root).length === 0) return '"[]"';
    const item = this.write(rest);
    const more = `(${COMMA} ${item})${writeCount(Math.max(0, Math.min(least, MAX_REPEAT) - 1), most - 1)}`;
    const items = most === 1 ? item : `${item} ${more}`;
    return least > 0 ? `"[" ${items} "]"` : `"[" (${items})? "]"`;
  }

  /** All items of a tuple, then more of what it says of the rest. */
  #writeTuple(tuple: readonly unknown[], rest: unknown): string {
    const items = tuple.map((item) => this.write(item)).join(` ${COMMA} `);
    if (!isRecord(rest)) return items || EMPTY;
    const item = this.write(rest);
    return items ? `${items} (${COMMA} ${item})*` : `(${item} (${COMMA} ${item})*)?`;
  }

  #writeObject(branch: Json): string {
    const members = propertiesOf(branch, this.root).map(({ key, schema, isRequired }) => ({
      text: `${literal(JSON.stringify(key))} ${COLON} ${this.write(schema)}`,
      isRequired,
    }));
    const other = othersOf(branch, this.root);
    const any = other === undefined ? undefined : `${this.#writeString({})} ${COLON} ${this.write(other)}`;
    return `"{" ${this.#writeMembers(members, any)} "}"`;
  }

  /** Members in order, commas between those that come; `other` ones behind them. */
  #writeMembers(
    members: readonly { text: string; isRequired: boolean }[],
    other: string | undefined,
  ): string {
    let following = other === undefined ? EMPTY : this.rules.add(`(${COMMA} ${other})*`);
    let first = other === undefined ? EMPTY : this.rules.add(`(${other} ${following})?`);
    for (const { text, isRequired } of [...members].reverse()) {
      const begun = `${text} ${following}`;
      first = this.rules.add(isRequired ? begun : oneOf([begun, first]));
      following = this.rules.add(`(${COMMA} ${text})${isRequired ? '' : '?'} ${following}`);
    }
    return first;
  }
}

const COLON = '":" " "?';
const COMMA = '"," " "?';

/** What a value may be, but for what no value is: `false`, `not: {}`, an `enum` of nothing. */
export function possibleBranches(schema: unknown, root: Json): Json[] {
  return branchesOf(schema, root).filter((branch) => !isEmpty(branch.not) && choicesOf(branch)?.length !== 0);
}

/** The keys that a resolved schema declares, and those it requires without saying more. None that may not come. */
export function propertiesOf(schema: Json, root: Json): Field[] {
  const declared = isRecord(schema.properties) ? schema.properties : {};
  const required = Array.isArray(schema.required)
    ? schema.required.filter((key) => typeof key === 'string')
    : [];
  const keys = new Set([...Object.keys(declared), ...required]);
  return [...keys]
    .map((key) => ({
      key,
      schema: Object.hasOwn(declared, key) ? declared[key] : {},
      isRequired: required.includes(key),
    }))
    .filter((property) => possibleBranches(property.schema, root).length > 0);
}

/** What a resolved schema says of keys it does not declare; nothing if there may be none. One that declares no key takes any. */
export function othersOf(schema: Json, root: Json): unknown {
  const { properties, patternProperties, additionalProperties = schema.unevaluatedProperties } = schema;
  const patterns = isRecord(patternProperties) ? Object.values(patternProperties) : [];
  const isOpen = properties === undefined && patterns.length === 0;
  const others = [...patterns, additionalProperties ?? isOpen];
  const possible = others.filter((other) => possibleBranches(other, root).length > 0);
  return possible.length > 1 ? { anyOf: possible } : possible[0];
}

const isEmpty = (schema: unknown) => isRecord(schema) && Object.keys(schema).length === 0;
