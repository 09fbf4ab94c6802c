// What a tool's JSON Schema says of a value, as far as reading it needs to know: its types, its choices, and the
// shapes of its properties and items. A shape is made once per schema object, on first use; children are resolved
// when asked for, so recursive schemas cost nothing. Ignored: `not`, `if`/`then`/`else`, `dependent…`, limits.
// A model's key is only ever compared with own properties: `__proto__` and `constructor` are keys like others.
import { matchPatterns } from './property-pattern.ts';
import {
  anything,
  everyType,
  isRecord,
  type Json,
  join,
  meet,
  nullShape,
  type Shape,
  Type,
  typeBits,
} from './shape.ts';
import { typesNamed } from './type-names.ts';

export { anything, type Shape, Type } from './shape.ts';

/** A JSON Schema as tools carry it: draft-07 to 2020-12, also zod's output. */
export type JsonSchema = boolean | { readonly [key: string]: unknown };

/** The shape a schema describes; `root` is where its `$ref`s start, the schema itself if not given. */
export function shapeOf(schema: JsonSchema | undefined, root: JsonSchema | undefined = schema): Shape {
  return resolve(schema, root) ?? anything;
}

/** The shape of a property: by its name, then by pattern, then as an additional property. */
export function propertyShape(shape: Shape, key: string): Shape {
  return shape.findProperty(key) ?? anything;
}

/** The shape of an item: by its position, then as one of the rest. */
export function itemShape(shape: Shape, index: number): Shape {
  return shape.findItem(index) ?? anything;
}

/**
 * The declared name that a model meant by a key: where the schema refuses undeclared keys, one that differs only in
 * case, `_` and `-` from a single declared name (`target_language`, `targetLanguage`) stands for it.
 */
export function propertyKey(shape: Shape, key: string): string {
  if (!shape.isClosed || shape.keys.has(key)) return key;
  const folded = foldKey(key);
  const names = [...shape.keys].filter((name) => foldKey(name) === folded);
  return names.length === 1 ? names[0]! : key;
}

const foldKey = (key: string) => key.replace(/[_-]/g, '').toLowerCase();

/** Shapes by root, then by schema: the same object means something else where its `$ref`s lead elsewhere. */
const shapes = new WeakMap<object, WeakMap<object, Shape | undefined>>();

/** The shape of a schema; nothing for `false`, for what is no schema, and where a schema is part of itself. */
function resolve(schema: unknown, root: unknown): Shape | undefined {
  if (!isRecord(schema)) return schema === true ? anything : undefined;
  const base = isRecord(root) ? root : schema;
  const known = shapes.get(base) ?? new WeakMap<object, Shape | undefined>();
  if (!shapes.has(base)) shapes.set(base, known);
  if (known.has(schema)) return known.get(schema);
  known.set(schema, undefined); // until it is made: what refers to it meanwhile adds nothing to it
  const shape = makeShape(schema, base);
  known.set(schema, shape);
  return shape;
}

function makeShape(schema: Json, root: Json): Shape | undefined {
  const resolveAll = (list: unknown) =>
    (Array.isArray(list) ? list : []).flatMap((member) => resolve(member, root) ?? []);
  const parts = [leafShape(schema, root), ...resolveAll(schema.allOf)];
  if (typeof schema.$ref === 'string') {
    const target = resolve(followRef(schema.$ref, root), root);
    if (!target) return undefined;
    parts.push(target);
  }
  for (const branches of [resolveAll(schema.anyOf), resolveAll(schema.oneOf)]) {
    if (branches.length > 0) parts.push(join(branches));
  }
  const shape = meet(parts);
  return schema.nullable === true ? join([shape, nullShape]) : shape;
}

/** What `#` or `#/$defs/name` points to; other documents are not fetched, so what they say is not known. */
export function followRef(ref: string, root: Json): unknown {
  if (ref !== '#' && !ref.startsWith('#/')) return true;
  let target: unknown = root;
  for (const step of ref.split('/').slice(1)) {
    const key = decodeStep(step);
    if (typeof target !== 'object' || target === null || !Object.hasOwn(target, key)) return true;
    target = (target as Json)[key];
  }
  return target;
}

function decodeStep(step: string): string {
  const key = step.replaceAll('~1', '/').replaceAll('~0', '~');
  try {
    return decodeURIComponent(key);
  } catch {
    return key;
  }
}

/** What a schema's own keywords say, those that combine schemas aside. */
function leafShape(schema: Json, root: Json): Shape {
  const properties = isRecord(schema.properties) ? schema.properties : {};
  const patterns = isRecord(schema.patternProperties) ? schema.patternProperties : undefined;
  const rest = schema.additionalProperties ?? schema.unevaluatedProperties;
  const tuple = [schema.prefixItems, schema.items].find(Array.isArray) ?? [];
  const restItems = Array.isArray(schema.items) ? schema.additionalItems : schema.items;
  const choices = Object.hasOwn(schema, 'const') ? [schema.const] : schema.enum;
  const isChoice = Array.isArray(choices);
  const types = typesNamed(schema.type) || (isChoice ? typesOf(choices) : typesImplied(schema));
  if (types === 0 && !isChoice && rest !== false) return anything;
  // Of anything: in a union, what is in such an array or object is not what another branch says.
  const isFree = (type: Type) => !isChoice && (types & type) !== 0;
  const isOpenArray = isFree(Type.Array) && !restItems && tuple.length === 0;
  const isOpenObject = isFree(Type.Object) && !isRecord(schema.properties) && !patterns && rest === undefined;
  return {
    types,
    free: isChoice ? 0 : types || everyType,
    choices: isChoice ? choices : undefined,
    keys: new Set(Object.keys(properties)),
    isClosed: rest === false && !patterns,
    tupleLength: tuple.length,
    findProperty(key) {
      if (Object.hasOwn(properties, key)) return resolve(properties[key], root);
      const matched = patterns && matchPatterns(patterns, key);
      if (matched) return meet(matched.map((match) => resolve(match, root) ?? anything));
      // Allowed, but nothing said of it: in a union, the branches that name the key are right about it.
      const shape = resolve(rest, root);
      return isOpenObject ? anything : shape === anything ? undefined : shape;
    },
    findItem: (index) =>
      isOpenArray ? anything : resolve(index < tuple.length ? tuple[index] : restItems, root),
  };
}

function typesImplied(schema: Json): number {
  const { properties, patternProperties, additionalProperties, items, prefixItems } = schema;
  const isObject = [properties, patternProperties, additionalProperties].some(isRecord);
  const isArray = isRecord(items) || Array.isArray(items) || Array.isArray(prefixItems);
  return (isObject ? Type.Object : 0) | (isArray ? Type.Array : 0);
}

function typesOf(choices: readonly unknown[]): number {
  return choices.reduce<number>((types, choice) => types | typeBits(choice), 0) & ~Type.Integer;
}
