// Arguments for a tool as they might be, for the example in the prompt. The same tool always gives the same ones, so
// that prompts can be cached.
import type { Tool } from '../formats/format.ts';

/** The parts of a JSON Schema that make a sample. */
interface Sampled {
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly examples?: readonly unknown[];
  readonly default?: unknown;
  readonly properties?: Readonly<Record<string, Sampled>>;
  readonly required?: readonly string[];
  readonly items?: Sampled;
  readonly anyOf?: readonly Sampled[];
  readonly oneOf?: readonly Sampled[];
  readonly minimum?: number;
}

/** Optional properties are shown as well, up to so many in all. */
const MAX_PROPERTIES = 2;

/** The tool's own example if it has one, else values after its schema. */
export function sampleInput({ inputExamples, inputSchema }: Tool): unknown {
  if (inputExamples?.[0]) return inputExamples[0].input;
  const sample = sampleValue(Object(inputSchema), 'value', 0);
  return typeof sample === 'object' && sample !== null ? sample : {};
}

function sampleValue(schema: Sampled, name: string, depth: number): unknown {
  const given = [schema.const, schema.examples?.[0], schema.default, schema.enum?.[0]];
  const first = given.find((value) => value !== undefined);
  if (first !== undefined) return first;
  const variant = (schema.anyOf ?? schema.oneOf)?.[0];
  if (variant) return sampleValue(Object(variant), name, depth + 1);
  const type = [schema.type].flat()[0];
  switch (type) {
    case 'integer':
    case 'number':
      return schema.minimum ?? 1;
    case 'boolean':
      return true;
    case 'null':
      return null;
    case 'array':
      return depth > 3 || !schema.items ? [] : [sampleValue(Object(schema.items), name, depth + 1)];
    default:
      return type === 'object' || schema.properties ? sampleObject(schema, depth) : `some ${name}`;
  }
}

function sampleObject({ properties = {}, required = [] }: Sampled, depth: number): object {
  const names = Object.keys(properties);
  const optional = names.filter((name) => !required.includes(name));
  const shown =
    depth > 3 ? [] : [...required, ...optional.slice(0, Math.max(0, MAX_PROPERTIES - required.length))];
  return Object.fromEntries(
    shown.map((name) => [name, sampleValue(Object(properties[name]), name, depth + 1)]),
  );
}
