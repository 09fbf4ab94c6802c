// Tools as anybody might declare them, made from a seed, with inputs that fit their schemas and inputs that don't.
import type { Tool } from 'toolwire';
import type { Random } from './random.ts';
import { faultOf } from './validate.ts';

// biome-ignore lint/suspicious/noExplicitAny: any JSON
type Schema = { [key: string]: any };
type Json = { [key: string]: unknown };

const keys = [
  'city',
  'days',
  'unit',
  'query',
  'limit',
  'tags',
  'path',
  'to',
  'user_id',
  'first-name',
  'größe',
  'x',
  'isExact',
  'note',
  'options',
];
const texts = [
  '', 'a', 'Paris', 'New York', 'it\'s', 'say "hi"', 'both \' and "', 'a\nb', 'tab\there', 'back\\slash', '天気 😀', '12', '-1.5', 'true', 'null', 'a=b', '[x]', '{x}',
  '</call>', '</tool_call>', '<b>', '2024-05-01', 'https://a.b/c?d=e&f', ' padded ', 'Ünïcode', 'a,b;c', 'x'.repeat(40), '\u0001',
]; // biome-ignore format: a list
const patterns: [pattern: string, fitting: string[]][] = [
  ['^[A-Z]{3}$', ['EUR', 'USD']],
  ['^[a-z][a-z0-9_-]*$', ['a', 'user_1', 'a-b']],
  ['^\\d+(?:\\.\\d{1,2})?$', ['1', '12.5', '0.99']],
  ['^(?:cat|dog) [\\w ]+$', ['cat one', 'dog 2 x']],
  ['[0-9]', ['a1b', '7', 'line\n2']],
  ['^[^,]+$', ['abc', 'a "b"', 'x y']],
];
const formats: Record<string, string> = {
  date: '2024-05-01',
  email: 'ann+x@mail.example.org',
  uuid: '123e4567-e89b-12d3-a456-426614174000',
};

/** A tool of this seed. */
export function generateTool(random: Random, index: number): Tool & { inputSchema: Schema } {
  const schema: Schema = {
    ...objectSchema(random, 3),
    ...(random.oneIn(3) && { additionalProperties: false }),
  };
  if (random.oneIn(6)) {
    schema.$defs = {
      node: {
        type: 'object',
        properties: { value: { type: 'integer' }, next: { $ref: '#/$defs/node' } },
        required: ['value'],
      },
    };
    schema.properties.tree = { $ref: '#/$defs/node' };
  }
  return { name: `tool_${index}`, description: 'A tool.', inputSchema: schema };
}

function objectSchema(random: Random, depth: number): Schema {
  const properties: Json = {};
  for (let i = random.below(6); i >= 0; i--) properties[random.pick(keys)] = randomSchema(random, depth - 1);
  const required = Object.keys(properties).filter(() => random.oneIn(2));
  return { type: 'object', properties, ...(required.length > 0 && { required }) };
}

/** The same, but that strings have no lengths, patterns and formats. */
export function withFreeStrings(tool: Tool): Tool {
  const text = JSON.stringify(tool.inputSchema, (key, value) =>
    ['minLength', 'maxLength', 'pattern', 'format'].includes(key) ? undefined : value,
  );
  return { ...tool, inputSchema: JSON.parse(text) };
}

/** Kinds of schemas; the last ones hold others. */
function randomSchema(random: Random, depth: number): Schema {
  // biome-ignore format: one kind a line
  switch (random.below(depth > 0 ? 18 : 13)) {
    case 0: case 1: return { type: 'string' };
    case 2: return { type: 'string', enum: ['celsius', 'a/b', 'New York', 'it\'s', '12', 'true'].filter(() => random.oneIn(2)).concat('x') };
    case 3: return { type: 'string', minLength: random.below(2), maxLength: 1 + random.below(30) };
    case 4: return { type: 'string', pattern: random.pick(patterns)[0] };
    case 5: return { type: 'string', format: random.pick(Object.keys(formats)) };
    case 6: return { type: 'integer' };
    case 7: { const minimum = random.below(300) - 150; return { type: 'integer', minimum, maximum: minimum + random.below(500) }; }
    case 8: return { type: 'number', ...(random.oneIn(2) && { minimum: 0 }) };
    case 9: return { type: 'boolean' };
    case 10: return { type: [random.pick(['string', 'integer', 'boolean']), 'null'] };
    case 11: return random.oneIn(2) ? { const: 'fixed' } : { enum: ['on', 1, null, false] };
    case 12: return random.oneIn(2) ? {} : { anyOf: [{ type: 'integer' }, { type: 'string' }] };
    case 13: return { type: 'array', items: randomSchema(random, depth - 1), ...(random.oneIn(3) && { minItems: 1, maxItems: 3 }) };
    case 14: return { type: 'array', prefixItems: [{ type: 'integer' }, { type: 'string' }] };
    case 15: return { type: 'object', additionalProperties: randomSchema(random, 0) };
    case 16: return { anyOf: [{ type: 'null' }, objectSchema(random, depth - 1)] };
    default: return objectSchema(random, depth - 1);
  }
}

/** A value that fits. Keys come in the order of the schema. */
export function fittingValue(random: Random, schema: Schema, root: Schema = schema): unknown {
  if (schema.$ref) return fittingValue(random, root.$defs[schema.$ref.split('/').at(-1)], root);
  if (schema.anyOf) return fittingValue(random, random.pick(schema.anyOf as Schema[]), root);
  if ('const' in schema) return schema.const;
  if (schema.enum) return random.pick(schema.enum);
  const type = Array.isArray(schema.type) ? random.pick(schema.type) : schema.type;
  // biome-ignore format: one type a line
  switch (type) {
    case 'string': return fittingText(random, schema);
    case 'integer': { const { minimum = -1000, maximum = 100000 } = schema; return minimum + random.below(maximum - minimum + 1); }
    case 'number': return (random.below(4000) - ('minimum' in schema ? 0 : 2000)) / random.pick([1, 4, 100]);
    case 'boolean': return random.oneIn(2);
    case 'null': return null;
    case 'array': return fittingArray(random, schema, root);
    case 'object': return fittingObject(random, schema, root);
    default: return random.pick([1, 'any', true, null, ['a', 1], { a: { b: 'c' } }, {}]);
  }
}

function fittingText(random: Random, schema: Schema): string {
  const known = patterns.find(([pattern]) => pattern === schema.pattern);
  if (known) return random.pick(known[1]);
  if (schema.format) return formats[schema.format] as string;
  const { minLength = 0, maxLength = Infinity } = schema;
  const text = Array.from(random.pick(texts)).slice(0, maxLength).join('');
  return text.length < minLength ? 'k' : text;
}

function fittingArray(random: Random, schema: Schema, root: Schema): unknown[] {
  if (schema.prefixItems) return schema.prefixItems.map((item: Schema) => fittingValue(random, item, root));
  const { minItems = 0, maxItems = 4 } = schema;
  const length = minItems + random.below(maxItems - minItems + 1);
  return Array.from({ length }, () => fittingValue(random, schema.items, root));
}

function fittingObject(random: Random, schema: Schema, root: Schema): Json {
  const { properties, required = [], additionalProperties } = schema;
  const value: Json = {};
  for (const [key, property] of Object.entries<Schema>(properties ?? {}))
    if (required.includes(key) || random.oneIn(2)) value[key] = fittingValue(random, property, root);
  if (!properties)
    for (let i = random.below(3); i > 0; i--)
      value[random.pick(keys)] = fittingValue(random, additionalProperties, root);
  return value;
}

/** The input with one thing wrong in it; nothing if no try at it made it wrong. */
export function unfitting(random: Random, input: Json, schema: Schema): Json | undefined {
  for (let attempt = 0; attempt < 10; attempt++) {
    const wrong = damage(random, structuredClone(input), schema);
    if (faultOf(wrong, schema)) return wrong;
  }
  return undefined;
}

function damage(random: Random, value: Json, schema: Schema): Json {
  const known = Object.keys(value);
  const [key = 'none'] = known.length > 0 ? [random.pick(known)] : [];
  // biome-ignore format: one kind of damage a line
  switch (random.below(4)) {
    case 0: return { ...value, [random.pick(['wrong', 'Citty', 'zzz'])]: 1 };
    case 1: { delete value[random.pick((schema.required as string[]) ?? [key])]; return value; }
    case 2: { if (known.length > 0) value[key] = random.pick<unknown>([12.75, 'wrong', true, null, ['wrong'], { wrong: 1 }, [[1]], -99999, '']); return value; }
    default: {
      const inner = value[key];
      if (typeof inner !== 'object' || inner === null) return value;
      if (Array.isArray(inner)) value[key] = [...inner, { wrong: true }];
      else value[key] = { ...inner, wrong: { deep: 1 } };
      return value;
    }
  }
}
