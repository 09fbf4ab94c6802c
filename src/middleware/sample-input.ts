// Arguments for a tool as they might be, for the example in the prompt. The same tool always gives the same ones, so
// that prompts can be cached.
import { isRecord, type Json } from '../arguments/shape.ts';
import type { Tool } from '../formats/format.ts';
import { resolveSchema, tupleOf, typesOf } from '../wire/schema.ts';

/** Where a sample is made: the schema that references start from, a name for the value, and how deep it stands. */
interface Place {
  readonly root: Json;
  readonly name: string;
  readonly depth: number;
}

const MAX_DEPTH = 4;

/** Optional properties are shown as well, up to so many in all. */
const MAX_PROPERTIES = 2;

/** The tool's own example if it has one, else values after its schema. */
export function sampleInput({ inputExamples, inputSchema }: Tool): unknown {
  if (inputExamples?.[0]) return inputExamples[0].input;
  const root = isRecord(inputSchema) ? inputSchema : {};
  const sample = sampleValue(root, { root, name: 'value', depth: 0 });
  return typeof sample === 'object' && sample !== null ? sample : {};
}

function sampleValue(given: unknown, place: Place): unknown {
  const schema = resolveSchema(given, place.root);
  const values = [schema.const, firstOf(schema.examples), schema.default, firstOf(schema.enum)];
  const first = values.find((value) => value !== undefined);
  if (first !== undefined) return first;
  const variant = firstOf(schema.anyOf) ?? firstOf(schema.oneOf);
  if (isRecord(variant) && place.depth < MAX_DEPTH) return sampleValue(variant, inside(place));
  // biome-ignore format: one type a line
  switch (typesOf(schema)[0]) {
    case 'integer':
    case 'number': return schema.minimum ?? 1;
    case 'boolean': return true;
    case 'null': return null;
    case 'array': return sampleArray(schema, place);
    case 'object': return sampleObject(schema, place);
    default: return `some ${place.name}`;
  }
}

const firstOf = (list: unknown): unknown => (Array.isArray(list) ? list[0] : undefined);

const inside = (place: Place, name = place.name): Place => ({ ...place, name, depth: place.depth + 1 });

function sampleArray(schema: Json, place: Place): unknown[] {
  if (place.depth >= MAX_DEPTH) return [];
  const items = tupleOf(schema) ?? [schema.items].filter(isRecord);
  return items.map((item) => sampleValue(item, inside(place)));
}

function sampleObject(schema: Json, place: Place): object {
  if (place.depth >= MAX_DEPTH) return {};
  const properties = isRecord(schema.properties) ? schema.properties : {};
  const required = Array.isArray(schema.required) ? schema.required.map(String) : [];
  const optional = Object.keys(properties).filter((name) => !required.includes(name));
  const shown = [...required, ...optional.slice(0, Math.max(0, MAX_PROPERTIES - required.length))];
  return Object.fromEntries(shown.map((name) => [name, sampleValue(properties[name], inside(place, name))]));
}
