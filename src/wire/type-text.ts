// Types as a signature writes them, in the notation models know from TypeScript:
//
//   string  date-time  integer(1..100)  "metric"|"imperial"  string[]  [number, number]  {sku:string, qty?:integer=1}[]
//
// What contains itself goes by its name, which `definitions` tells: `Node={value:string, children?:Node[]}`. So does what
// is referred to more than once, if it is long: a schema that refers to its parts twice would double at each level.
import { isRecord, type Json } from '../arguments/shape.ts';
import { writeNote } from './note.ts';
import {
  ANY_KEY,
  branchesOf,
  choicesOf,
  type Field,
  fieldsOf,
  identityOf,
  isWithin,
  resolveSchema,
  tupleOf,
  typesOf,
} from './schema.ts';

/** Formats that say all there is to say of a string. */
const knownFormats = /* @__PURE__ */ new Set(
  /* @__PURE__ */ 'date date-time time duration email uri url uuid hostname ipv4 ipv6 byte binary base64 regex'.split(
    ' ',
  ),
);

/** Patterns and defaults that are longer are left out, types are not repeated. */
const MAX_DETAIL = 60;

/** Writes the types of one tool. */
export class TypeWriter {
  readonly root: Json;
  readonly #names = new Map<unknown, string>();
  readonly #definitions: string[] = [];
  readonly #shared: ReadonlySet<unknown>;

  constructor(root: Json) {
    this.root = root;
    this.#shared = sharedRefs(root);
  }

  /** What the names stand for that types were written with. */
  get definitions(): readonly string[] {
    return this.#definitions;
  }

  /** The type of a value; `trail` are the schemas it is part of. */
  write(schema: unknown, trail: readonly unknown[]): string {
    return this.#writeAll(schema, trail).join('|');
  }

  /** The types of which a value has one. */
  #writeAll(schema: unknown, trail: readonly unknown[]): string[] {
    const identity = identityOf(schema, this.root);
    const isShared = isRecord(schema) && this.#shared.has(schema.$ref);
    if (isWithin(schema, this.root, trail) || (isShared && this.#names.has(identity)))
      return [this.#nameOf(schema, identity)];
    const deeper = [...trail, identity];
    const found = branchesOf(schema, this.root).flatMap((branch) => this.#writeBranch(branch, deeper));
    const types = found.includes('any') || found.length === 0 ? ['any'] : [...new Set(found)];
    const type = types.join('|');
    return isShared && type.length > MAX_DETAIL ? [this.#nameOf(schema, identity, type)] : types;
  }

  /** A property: `key?:type=default (note)`. */
  writeField({ key, schema, isRequired }: Field, trail: readonly unknown[]): string {
    const { default: preset, description } = resolveSchema(schema, this.root);
    const json = preset === undefined ? '' : JSON.stringify(preset);
    const written = json === '' || json.length > MAX_DETAIL ? '' : `=${json}`;
    const name = key.split('.').at(-1) as string;
    return `${key}${isRequired ? '' : '?'}:${this.write(schema, trail)}${written}${writeNote(description, name)}`;
  }

  #nameOf(schema: unknown, identity: unknown, type?: string): string {
    const known = this.#names.get(identity);
    if (known !== undefined) return known;
    const ref = isRecord(schema) && typeof schema.$ref === 'string' ? schema.$ref : '';
    const base = (ref.split('/').at(-1) ?? '').replace(/\W|^_+/g, '') || 'Input';
    const taken = [...this.#names.values()];
    const name = taken.includes(base) ? `${base}${taken.length}` : base;
    this.#names.set(identity, name);
    const at = this.#definitions.push('') - 1;
    this.#definitions[at] = `${name}=${type ?? this.write(identity, [])}`;
    return name;
  }

  #writeBranch(branch: Json, trail: readonly unknown[]): string | string[] {
    const choices = choicesOf(branch);
    if (choices) return choices.map((choice) => JSON.stringify(choice));
    const [type] = typesOf(branch);
    // biome-ignore format: one type a line
    switch (type) {
      case 'string': return writeString(branch);
      case 'integer':
      case 'number': return `${type}${writeRange(branch)}`;
      case 'array': return this.#writeArray(branch, trail);
      case 'object': return this.#writeObject(branch, trail);
      default: return type ?? (branch.not ? 'never' : 'any');
    }
  }

  #writeArray(branch: Json, trail: readonly unknown[]): string {
    const tuple = tupleOf(branch);
    const rest = tuple && branch.items === tuple ? branch.additionalItems : branch.items;
    const limits = writeLimits(branch.minItems, branch.maxItems);
    const types = rest === undefined ? ['any'] : this.#writeAll(rest, trail);
    const list = types.length > 1 ? `(${types.join('|')})` : types[0];
    if (!tuple) return `${list}[]${limits && `(${limits})`}`;
    const items = tuple.map((item) => this.write(item, trail));
    const more = isRecord(rest) ? [`...${list}[]`] : [];
    return `[${[...items, ...more].join(', ')}]`;
  }

  #writeObject(branch: Json, trail: readonly unknown[]): string {
    const fields = fieldsOf(branch);
    if (fields.length === 0) return 'object';
    const members = fields.map((field) =>
      this.writeField(isBareWord(field.key) ? field : { ...field, key: JSON.stringify(field.key) }, trail),
    );
    return `{${members.join(', ')}}`;
  }
}

const isBareWord = (key: string) => key === ANY_KEY || /^[^\s"'.=:,?{}[\]]+$/.test(key);

function writeString({ format, pattern, minLength, maxLength, contentEncoding }: Json): string {
  if (typeof format === 'string') return knownFormats.has(format) ? format : `string(${format})`;
  if (typeof pattern === 'string' && pattern.length <= MAX_DETAIL) return `string(/${pattern}/)`;
  if (typeof contentEncoding === 'string') return `string(${contentEncoding})`;
  const limits = writeLimits(minLength === 1 ? undefined : minLength, maxLength);
  return limits ? `string(${limits} chars)` : 'string';
}

function writeRange({ minimum, maximum, exclusiveMinimum, exclusiveMaximum }: Json): string {
  const limits = [
    writeLimits(minimum, maximum),
    isLimit(exclusiveMinimum) ? `>${exclusiveMinimum}` : '',
    isLimit(exclusiveMaximum) ? `<${exclusiveMaximum}` : '',
  ].filter(Boolean);
  return limits.length > 0 ? `(${limits.join(' ')})` : '';
}

/** `1..100`, `1..`, `..100`, or nothing. */
function writeLimits(least: unknown, most: unknown): string {
  if (!isLimit(least) && !isLimit(most)) return '';
  return `${isLimit(least) ? least : ''}..${isLimit(most) ? most : ''}`;
}

/** zod limits every integer to what a number can hold: that tells nothing. */
const isLimit = (limit: unknown): limit is number =>
  typeof limit === 'number' && Math.abs(limit) < Number.MAX_SAFE_INTEGER;

/** The `$ref`s that a schema has more than once. */
function sharedRefs(root: Json): Set<unknown> {
  const seen = new Set<unknown>();
  const refs = new Set<unknown>();
  const shared = new Set<unknown>();
  const waiting: unknown[] = [root];
  for (let part = waiting.pop(); part !== undefined; part = waiting.pop()) {
    if (typeof part !== 'object' || part === null) continue;
    const { $ref } = part as Json;
    if (typeof $ref === 'string') (refs.has($ref) ? shared : refs).add($ref);
    if (seen.has(part)) continue;
    seen.add(part);
    for (const child of Object.values(part)) if (child !== undefined) waiting.push(child);
  }
  return shared;
}
