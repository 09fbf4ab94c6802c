// Arguments for a tool as they might be, for the example in the prompt. The same tool always gives the same ones, so
// that prompts can be cached.
import { followRef } from '../arguments/json-schema.ts';
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
  readonly items?: Sampled | readonly Sampled[];
  readonly prefixItems?: readonly Sampled[];
  readonly anyOf?: readonly Sampled[];
  readonly oneOf?: readonly Sampled[];
  readonly allOf?: readonly Sampled[];
  readonly $ref?: string;
  readonly minimum?: number;
}

/** Where a sample is made: the schema that references start from, a name for the value, and how deep it stands. */
interface Place {
  readonly root: Readonly<Record<string, unknown>>;
  readonly name: string;
  readonly depth: number;
}

const MAX_DEPTH = 4;

/** Optional properties are shown as well, up to so many in all. */
const MAX_PROPERTIES = 2;

/** The tool's own example if it has one, else values after its schema. */
export function sampleInput({ inputExamples, inputSchema }: Tool): unknown {
  if (inputExamples?.[0]) return inputExamples[0].input;
  const root = Object(inputSchema);
  const sample = sampleValue(root, { root, name: 'value', depth: 0 });
  return typeof sample === 'object' && sample !== null ? sample : {};
}

function sampleValue(given: Sampled, place: Place): unknown {
  const schema = plain(given, place);
  const values = [schema.const, schema.examples?.[0], schema.default, schema.enum?.[0]];
  const first = values.find((value) => value !== undefined);
  if (first !== undefined) return first;
  const variant = (schema.anyOf ?? schema.oneOf)?.[0];
  if (variant) return sampleValue(Object(variant), inside(place));
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
      return sampleArray(schema, place);
    default:
      return type === 'object' || schema.properties ? sampleObject(schema, place) : `some ${place.name}`;
  }
}

/** The schema with what it refers to, and with what must hold as well. */
function plain(schema: Sampled, place: Place): Sampled {
  const { $ref, allOf, ...own } = schema;
  if (($ref === undefined && allOf === undefined) || place.depth > MAX_DEPTH) return own;
  const target = typeof $ref === 'string' ? [Object(followRef($ref, place.root))] : [];
  const parts = [...target, ...(allOf ?? [])].map((part) => plain(Object(part), inside(place)));
  return {
    ...Object.assign({}, ...parts, own),
    ...(parts.some(({ properties }) => properties) && {
      properties: Object.assign({}, ...parts.map(({ properties }) => properties), own.properties),
      required: [...new Set([...parts, own].flatMap(({ required = [] }) => required))],
    }),
  };
}

const inside = (place: Place, name = place.name): Place => ({ ...place, name, depth: place.depth + 1 });

function sampleArray({ items, prefixItems }: Sampled, place: Place): unknown[] {
  if (place.depth >= MAX_DEPTH) return [];
  return [prefixItems ?? items ?? []].flat().map((item) => sampleValue(Object(item), inside(place)));
}

function sampleObject({ properties = {}, required = [] }: Sampled, place: Place): object {
  const names = Object.keys(properties);
  const optional = names.filter((name) => !required.includes(name));
  const shown = [...required, ...optional.slice(0, Math.max(0, MAX_PROPERTIES - required.length))];
  return Object.fromEntries(
    (place.depth >= MAX_DEPTH ? [] : shown).map((name) => [
      name,
      sampleValue(Object(properties[name]), inside(place, name)),
    ]),
  );
}
