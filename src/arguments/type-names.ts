// The types a schema names. Besides JSON Schema's own, tools carry the words of the language they were written in,
// and models were trained on those: `int`, `List[str]`, `varchar(20)`, `STRING`, `string | null`.
import { everyType, Type } from './shape.ts';

const words: readonly [types: number, names: string][] = [
  [
    Type.String,
    'string str text varchar nvarchar char character date datetime time timestamp uuid uri url email enum',
  ],
  [Type.Number, 'number num numeric float double decimal real'],
  [Type.Integer, 'integer int uint long ulong short bigint smallint unsigned'],
  [Type.Boolean, 'boolean bool'],
  [Type.Null, 'null none nonetype nil'],
  [Type.Array, 'array arr list tuple set sequence arraylist'],
  [Type.Object, 'object dict dictionary map mapping record struct hashmap'],
];

const typesByName = /* @__PURE__ */ namesToTypes();

function namesToTypes(): Map<string, number> {
  return new Map(words.flatMap(([types, names]) => names.split(' ').map((name) => [name, types] as const)));
}

/** The bits of a schema's `type`: a name, or a list of which one holds. 0 if any of them is unknown. */
export function typesNamed(type: unknown): number {
  const names = typeof type === 'string' ? type.split('|') : Array.isArray(type) ? type : [];
  const types = names.reduce<number>((all, name) => all | typeNamed(name), 0);
  if (types === everyType) return 0;
  return types & Type.Number ? types & ~Type.Integer : types;
}

function typeNamed(name: unknown): number {
  const word = /^\s*([a-z]+)/i.exec(String(name))?.[1];
  return (word && typesByName.get(word.toLowerCase())) || everyType;
}
