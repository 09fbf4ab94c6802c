// A tool's JSON Schema as its signature tells it: references followed, `allOf` merged, unions laid out as branches.
// Unlike the shapes that values are read by, it keeps what is said to the reader: order, what is required,
// descriptions, defaults, limits.
import { followRef } from '../arguments/json-schema.ts';
import { isRecord, type Json, Type } from '../arguments/shape.ts';
import { typesNamed } from '../arguments/type-names.ts';

/** A property of an object. */
export interface Field {
  readonly key: string;
  readonly schema: unknown;
  readonly isRequired: boolean;
}

/** Stands for the key of a property that has any name. */
export const ANY_KEY = '<key>';

/** The object that a chain of `$ref`s ends at: what a schema is the same as. */
export function identityOf(schema: unknown, root: Json): unknown {
  let target = schema;
  const seen = new Set<unknown>();
  while (isRecord(target) && typeof target.$ref === 'string' && !seen.has(target)) {
    seen.add(target);
    target = followRef(target.$ref, root);
  }
  return target;
}

/** Whether a schema is one of those it is part of. */
export function isWithin(schema: unknown, root: Json, trail: readonly unknown[]): boolean {
  const identity = identityOf(schema, root);
  return isRecord(identity) && trail.includes(identity);
}

/**
 * The schema with its own `$ref` and `allOf` merged into it; what they lead to further down is left as it is. One that
 * they lead to again, `seen` already, adds nothing.
 */
export function resolveSchema(schema: unknown, root: Json, seen = new Set<unknown>()): Json {
  if (schema === false) return { not: {} };
  if (!isRecord(schema) || seen.has(schema)) return {};
  seen.add(schema);
  const { $ref, allOf, ...own } = schema;
  const parts = Array.isArray(allOf) ? [...allOf] : [];
  if (typeof $ref === 'string') parts.push(followRef($ref, root));
  return parts.map((part) => resolveSchema(part, root, seen)).reduce(mergeSchemas, own);
}

/** Both schemas in one: objects have the properties of either, all else is as the first says. */
function mergeSchemas(one: Json, other: Json): Json {
  const merged: Record<string, unknown> = { ...other, ...one };
  const { properties } = one;
  if (isRecord(properties) && isRecord(other.properties)) {
    const others = Object.entries(other.properties).map(([key, schema]) => [
      key,
      Object.hasOwn(properties, key) ? { allOf: [properties[key], schema] } : schema,
    ]);
    merged.properties = { ...properties, ...Object.fromEntries(others) };
  }
  if (Array.isArray(one.required) && Array.isArray(other.required))
    merged.required = [...one.required, ...other.required];
  return merged;
}

const typeWords: readonly [Type, string][] = [
  [Type.String, 'string'],
  [Type.Number, 'number'],
  [Type.Integer, 'integer'],
  [Type.Boolean, 'boolean'],
  [Type.Object, 'object'],
  [Type.Array, 'array'],
  [Type.Null, 'null'],
];

/** The types of a resolved schema by name; none means any. */
export function typesOf(schema: Json): string[] {
  const types = typesNamed(schema.type);
  if (types !== 0) return typeWords.filter(([bit]) => types & bit).map(([, word]) => word);
  if (['properties', 'additionalProperties', 'patternProperties'].some((key) => isRecord(schema[key])))
    return ['object'];
  return isRecord(schema.items) || tupleOf(schema) ? ['array'] : [];
}

/** The schemas of an array's first items, if each has its own. */
export function tupleOf(schema: Json): readonly unknown[] | undefined {
  return [schema.prefixItems, schema.items].find(Array.isArray);
}

/** Keywords by which a branch of a union says more than what is required. */
const telling = [
  'type',
  'properties',
  'items',
  'prefixItems',
  'enum',
  'const',
  '$ref',
  'allOf',
  'anyOf',
  'oneOf',
];

/** Branches that are looked at, at most: unions of unions double at each level. What they say beyond is anything. */
const MAX_BRANCHES = 4096;

/** What a value may be, each as a resolved schema of one type at most. */
export function branchesOf(schema: unknown, root: Json): Json[] {
  let count = 0;
  const unfold = (part: unknown, trail: readonly unknown[]): Json[] => {
    if (isWithin(part, root, trail)) return [];
    if (++count > MAX_BRANCHES) return [{}];
    const { anyOf, oneOf, nullable, ...base } = resolveSchema(part, root);
    const union = [anyOf, oneOf].filter(Array.isArray).flat();
    const told = union.filter((branch) => isRecord(branch) && telling.some((keyword) => keyword in branch));
    const deeper = [...trail, identityOf(part, root)];
    const branches =
      told.length > 0
        ? told.flatMap((branch) => unfold(branch, deeper)).map((branch) => mergeSchemas(branch, base))
        : splitTypes(base);
    const isNullable = nullable === true && !branches.some((branch) => typesOf(branch)[0] === 'null');
    return isNullable ? [...branches, { type: 'null' }] : branches;
  };
  return unfold(schema, []);
}

/** A resolved schema of several types, as several schemas. */
function splitTypes(schema: Json): Json[] {
  const types = typesOf(schema);
  return types.length > 1 && choicesOf(schema) === undefined
    ? types.map((type) => ({ ...schema, type }))
    : [schema];
}

/** The values of `enum` or `const`. */
export function choicesOf(schema: Json): readonly unknown[] | undefined {
  if (Object.hasOwn(schema, 'const')) return [schema.const];
  return Array.isArray(schema.enum) ? schema.enum : undefined;
}

/** The properties of a resolved schema; those that may have any name come last, as `<key>`. */
export function fieldsOf(schema: Json): Field[] {
  const required: readonly unknown[] = Array.isArray(schema.required) ? schema.required : [];
  const fields = Object.entries(isRecord(schema.properties) ? schema.properties : {}).map(
    ([key, property]) => ({
      key,
      schema: property,
      isRequired: required.includes(key) && !(isRecord(property) && 'default' in property),
    }),
  );
  const patterns = isRecord(schema.patternProperties) ? Object.values(schema.patternProperties) : [];
  const others = [...patterns, schema.additionalProperties ?? schema.unevaluatedProperties].filter(isRecord);
  return [...fields, ...others.map((other) => ({ key: ANY_KEY, schema: other, isRequired: true }))];
}
