// A validator for the schemas that tests make, apart from anything in src/: says what is wrong with a value, or nothing.
// Objects that declare keys take no others unless they say so, as grammars hold it.

// biome-ignore lint/suspicious/noExplicitAny: any JSON
type Schema = { readonly [key: string]: any };

/** What is wrong with a value. */
export function faultOf(
  value: unknown,
  schema: Schema | boolean,
  root: Schema | boolean = schema,
): string | undefined {
  if (schema === true || schema === false) return schema ? undefined : 'nothing fits';
  if (schema.$ref) return faultOf(value, (root as Schema).$defs[schema.$ref.split('/').at(-1)], root);
  if (schema.anyOf)
    return schema.anyOf.some((branch: Schema) => !faultOf(value, branch, root))
      ? undefined
      : 'no branch fits';
  if ('const' in schema) return same(value, schema.const) ? undefined : 'not the constant';
  if (schema.enum)
    return schema.enum.some((choice: unknown) => same(value, choice)) ? undefined : 'no choice';
  const types: string[] = [schema.type ?? []].flat();
  const isTyped = types.length === 0 || types.some((type) => isOfType(value, type));
  if (!isTyped) return `not of type ${types}`;
  if (typeof value === 'string') return faultOfString(value, schema);
  if (typeof value === 'number') return faultOfNumber(value, schema);
  if (Array.isArray(value)) return faultOfArray(value, schema, root);
  return typeof value === 'object' && value !== null
    ? faultOfObject(value as Schema, schema, root)
    : undefined;
}

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

function isOfType(value: unknown, type: string): boolean {
  if (type === 'null') return value === null;
  if (type === 'array') return Array.isArray(value);
  if (type === 'integer') return Number.isInteger(value);
  if (type === 'object') return typeof value === 'object' && value !== null && !Array.isArray(value);
  return typeof value === type; // the rest are named alike
}

const formats: Record<string, RegExp> = {
  date: /^\d{4}-\d\d-\d\d$/,
  email: /^[^@]+@[^@]+$/,
  uuid: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i,
};

function faultOfString(value: string, { minLength = 0, maxLength = Infinity, pattern, format }: Schema) {
  const { length } = Array.from(value);
  if (length < minLength || length > maxLength) return 'length';
  if (pattern && !new RegExp(pattern, 'u').test(value)) return 'pattern';
  return format && !formats[format]!.test(value) ? 'format' : undefined;
}

function faultOfNumber(value: number, { minimum = -Infinity, maximum = Infinity }: Schema) {
  return value < minimum || value > maximum ? 'range' : undefined;
}

function faultOfArray(value: unknown[], schema: Schema, root: Schema | boolean): string | undefined {
  const { prefixItems, items, minItems = 0, maxItems = Infinity } = schema;
  if (prefixItems && value.length !== prefixItems.length) return 'length of tuple';
  if (value.length < minItems || value.length > maxItems) return 'count';
  return first(value.map((item, i) => faultOf(item, prefixItems?.[i] ?? items ?? true, root)));
}

function faultOfObject(value: Schema, schema: Schema, root: Schema | boolean): string | undefined {
  const { properties, required = [], additionalProperties = properties === undefined } = schema;
  const missing = required.find((key: string) => !Object.hasOwn(value, key));
  if (missing) return `no ${missing}`;
  return first(
    Object.entries(value).map(([key, item]) => {
      const isDeclared = properties && Object.hasOwn(properties, key);
      return faultOf(item, isDeclared ? properties[key] : additionalProperties, root);
    }),
  );
}

const first = (faults: (string | undefined)[]) => faults.find((fault) => fault !== undefined);
