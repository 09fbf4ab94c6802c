// The shape of a value, as a schema tells it, and how shapes combine: `allOf` narrows, `anyOf` widens. Nothing here
// knows JSON Schema's keywords (json-schema.ts does), nor what is done to a value (coerce.ts).

/** Bits of `Shape.types`. A shape with `Number` takes integers too and has no `Integer` bit. */
export const enum Type {
  String = 1,
  Number = 2,
  Integer = 4,
  Boolean = 8,
  Null = 16,
  Array = 32,
  Object = 64,
}

/** All bits of `Type`. */
export const everyType = 127;

/** What a schema says of one value. */
export interface Shape {
  /** Bits of the types allowed; 0 = anything. */
  readonly types: number;
  /** Bits of the types of which any value will do; the other types are allowed by `choices` only. */
  readonly free: number;
  /** The values of `enum` and `const`. In a union, values of the `free` types are allowed besides. */
  readonly choices?: readonly unknown[] | undefined;
  /** The names of the properties it declares. */
  readonly keys: ReadonlySet<string>;
  /** Whether undeclared keys are refused (`additionalProperties: false`). */
  readonly isClosed: boolean;
  /** How many items have a shape of their own, by position. */
  readonly tupleLength: number;
  /** The shape of a property; nothing if the schema does not speak of it. Use `propertyShape`. */
  readonly findProperty: (key: string) => Shape | undefined;
  /** The shape of an item; nothing if the schema does not speak of it. Use `itemShape`. */
  readonly findItem: (index: number) => Shape | undefined;
}

/** An object of JSON. */
export type Json = { readonly [key: string]: unknown };

/** Whether a value is an object with keys: no array, not null. */
export function isRecord(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const nothing = () => undefined;

/** The shape of a value of which nothing is known. */
export const anything: Shape = {
  types: 0,
  free: everyType,
  keys: new Set(),
  isClosed: false,
  tupleLength: 0,
  findProperty: nothing,
  findItem: nothing,
};

/** The shape of `null`. */
export const nullShape: Shape = /* @__PURE__ */ shapeOfTypes(Type.Null);

/** The shape of any value of these types. */
export function shapeOfTypes(types: number): Shape {
  return { ...anything, types, free: types };
}

/** The type of a value as bits; that of an integer is `Integer` and `Number`. */
export function typeBits(value: unknown): number {
  switch (typeof value) {
    case 'string':
      return Type.String;
    case 'number':
      return Number.isInteger(value) ? Type.Integer | Type.Number : Type.Number;
    case 'boolean':
      return Type.Boolean;
    default:
      return value === null ? Type.Null : Array.isArray(value) ? Type.Array : Type.Object;
  }
}

/** Whether a value is of a type the shape allows, or one of its choices; what it contains is not looked at. */
export function accepts(shape: Shape, value: unknown): boolean {
  return (shape.free & typeBits(value)) !== 0 || shape.choices?.includes(value) === true;
}

// `types` has 0 for anything and `Number` for both kinds of numbers; as sets of bits they can be joined and met.
const withIntegers = (types: number) => (types & Type.Number ? types | Type.Integer : types);
const toSet = (types: number) => (types === 0 ? everyType : withIntegers(types));
const toTypes = (set: number) => (set === everyType ? 0 : set & Type.Number ? set & ~Type.Integer : set);

/** The shape of a value for which all of these hold. */
export const meet = (parts: readonly Shape[]): Shape => combine(parts, false);

/** The shape of a value for which one of these holds. */
export const join = (parts: readonly Shape[]): Shape => combine(parts, true);

function combine(parts: readonly Shape[], isUnion: boolean): Shape {
  const says = [...new Set(parts)].filter((part) => part !== anything);
  if (says.length === 0 || (isUnion && parts.includes(anything))) return anything;
  if (says.length === 1) return says[0]!;
  const combineBits = isUnion ? (a: number, b: number) => a | b : (a: number, b: number) => a & b;
  // Parts that do not speak of a property or an item are not asked about it.
  const combineFound = (find: (part: Shape) => Shape | undefined) => {
    const found = says.map(find).filter((shape) => shape !== undefined);
    return found.length > 0 ? combine(found, isUnion) : undefined;
  };
  const records = says.filter(({ types }) => toSet(types) & Type.Object);
  const keys = new Set(says.flatMap((part) => [...part.keys]));
  const tupleLength = Math.max(...says.map((part) => part.tupleLength));
  const findItem = remember(
    (index: number) => combineFound((part) => part.findItem(index)),
    () => true,
  );
  return {
    types: toTypes(says.map((part) => toSet(part.types)).reduce(combineBits)),
    free: says.map((part) => withIntegers(part.free)).reduce(combineBits),
    choices: combineChoices(says, isUnion),
    keys,
    isClosed: isUnion
      ? records.length > 0 && records.every((part) => part.isClosed)
      : says.some((part) => part.isClosed),
    tupleLength,
    findProperty: remember(
      (key) => combineFound((part) => part.findProperty(key)),
      (key) => keys.has(key),
    ),
    findItem: (index) => findItem(Math.min(index, tupleLength)),
  };
}

function combineChoices(parts: readonly Shape[], isUnion: boolean): readonly unknown[] | undefined {
  const lists = parts.flatMap(({ choices }) => (choices ? [choices] : []));
  if (lists.length === 0) return undefined;
  if (!isUnion) return lists.reduce((a, b) => a.filter((choice) => b.includes(choice)));
  // A choice that another branch allows anyway limits nothing.
  const choices = lists.flat().filter((choice) => !parts.some(({ free }) => free & typeBits(choice)));
  return choices.length > 0 ? choices : undefined;
}

/** Keeps what was found for what a schema names: with a model's own keys it would grow with the model's text. */
function remember<Key>(find: (key: Key) => Shape | undefined, isKept: (key: Key) => boolean) {
  const known = new Map<Key, Shape | undefined>();
  return (key: Key): Shape | undefined => {
    if (known.has(key)) return known.get(key);
    const shape = find(key);
    if (isKept(key)) known.set(key, shape);
    return shape;
  };
}
