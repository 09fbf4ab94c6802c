// A compact format for models that are told of it in the prompt: pairs, or JSON, in a tag.
//
//   <call>getWeather location="New York" units=metric</call>
//   <call>updateProfile id=7 profile.address.city=Paris profile.tags=["a","b"]</call>
//   <call>getWeather {"location":"New York"}</call>
import { header, pairsBody } from '../reader/families.ts';
import type { Format } from './format.ts';

type Json = { readonly [key: string]: unknown };

export const wire: Format = {
  name: 'wire',
  call: { open: ['<call>'], close: ['</call>'] },
  payload: header({ nameEnd: [' ', '\n', '\t', '\r', '{'], body: pairsBody() }),
  // `<call>` is a tag that prose may hold as well: only with a tool's name it opens a call.
  unknownTools: 'text',
  writeCall: ({ toolName, input }) => {
    const value: unknown = JSON.parse(JSON.stringify(input) ?? '{}');
    const written = isObject(value) ? writePairs(value).join(' ') : JSON.stringify(value);
    return `<call>${toolName}${written && ' '}${written}</call>`;
  },
  writeResult: ({ toolName, result }) => {
    const text = typeof result === 'string' ? result : (JSON.stringify(result) ?? '');
    return `<tool-result name="${toolName.replaceAll('"', '&quot;')}">${text}</tool-result>`;
  },
};

/** Segments of a path at most: what lies deeper is shorter as JSON. */
const MAX_SEGMENTS = 8;

function writePairs(input: Json): string[] {
  return Object.entries(input).flatMap(([key, value]) =>
    isBareKey(key) ? writePath([key], value) : `${writeQuoted(key)}=${writeValue(value)}`,
  );
}

/** An object is written as paths if all its keys can be segments, else as JSON. */
function writePath(path: readonly string[], value: unknown): string[] {
  const keys = isObject(value) ? Object.keys(value) : [];
  if (keys.length === 0 || path.length >= MAX_SEGMENTS || !keys.every(isBareKey))
    return [`${path.join('.')}=${writeValue(value)}`];
  return keys.flatMap((key) => writePath([...path, key], (value as Json)[key]));
}

function writeValue(value: unknown): string {
  if (typeof value !== 'string') return JSON.stringify(value);
  return isBareString(value) ? value : writeQuoted(value);
}

/** In single quotes if that saves escapes. */
function writeQuoted(text: string): string {
  const quoted = JSON.stringify(text);
  return text.includes('"') && !text.includes("'")
    ? `'${quoted.slice(1, -1).replaceAll('\\"', '"')}'`
    : quoted;
}

const isBareKey = (key: string) => /^[^\s"'=.<{}[\]]+$/.test(key);

/** No blank, quote or tag, and nothing that JSON would read as something else than a string. */
const isBareString = (text: string) =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: a control character is written as an escape
  /^[^\s\x00-\x1f"'<\\[{][^\s\x00-\x1f"'<\\]*$/.test(text) &&
  !/^(?:-?\d+(?:\.\d+)?(?:e[+-]?\d+)?|true|false|null)$/i.test(text);

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
