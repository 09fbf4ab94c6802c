// Strings by their schema: how long they are, and what pattern or format they have.
import type { Json } from '../arguments/shape.ts';
import { type Alphabet, bare, bareRest, doubleQuoted, inDoubleQuotes, inSingleQuotes } from './alphabet.ts';
import { EMPTY, literal } from './ebnf.ts';
import { isCount, MAX_REPEAT, type Pattern, readPattern, writeCount, writePattern } from './pattern.ts';

/** A string as JSON writes it. */
export function jsonString(schema: Json): string {
  return `${literal('"')} ${contentOf(schema, doubleQuoted) ?? `${doubleQuoted.any}*`} ${literal('"')}`;
}

/** A string as a pair may have it: in either quotes, or bare. */
export function pairString(schema: Json): string[] {
  const double = contentOf(schema, inDoubleQuotes);
  const single = contentOf(schema, inSingleQuotes);
  const word = patternOf(schema) ? contentOf(schema, bare) : bareWord(schema);
  return [
    ...(double === undefined ? [] : [`${literal('"')} ${double} ${literal('"')}`]),
    ...(single === undefined ? [] : [`"'" ${single} "'"`]),
    ...(word === undefined || word === EMPTY ? [] : [word]),
  ];
}

/** Formats that a grammar can hold a string to. All others, and what is finer, are not held. */
const formats: Readonly<Record<string, string>> = {
  date: '^\\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\\d|3[01])$',
  time: '^(?:[01]\\d|2[0-3]):[0-5]\\d:(?:[0-5]\\d|60)(?:\\.\\d+)?(?:[Zz]|[+-]\\d\\d:\\d\\d)?$',
  'date-time':
    '^\\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\\d|3[01])[Tt ](?:[01]\\d|2[0-3]):[0-5]\\d(?::(?:[0-5]\\d|60)(?:\\.\\d+)?)?(?:[Zz]|[+-]\\d\\d:\\d\\d)?$',
  email: '^.+@.+$',
  uuid: '^[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$',
  ipv4: '^\\d{1,3}(?:\\.\\d{1,3}){3}$',
};

function patternOf({ pattern, format }: Json): Pattern | undefined {
  const own = typeof pattern === 'string' ? readPattern(pattern) : undefined;
  if (own || typeof format !== 'string' || !Object.hasOwn(formats, format)) return own;
  return readPattern(formats[format] as string);
}

/** What stands between the quotes; nothing if the string can't be written so. */
function contentOf(schema: Json, alphabet: Alphabet): string | undefined {
  const pattern = patternOf(schema);
  if (pattern) return writePattern(pattern, alphabet);
  const { least, most } = lengthOf(schema);
  return `${alphabet.any}${writeCount(least, most)}`;
}

function bareWord(schema: Json): string | undefined {
  const { least, most } = lengthOf(schema);
  if (most < 1) return undefined;
  return most === 1 ? bare.any : `${bare.any} ${bareRest}${writeCount(Math.max(0, least - 1), most - 1)}`;
}

/** The limits that can be held. */
function lengthOf({ minLength, maxLength }: Json): { least: number; most: number } {
  const least = isCount(minLength) && minLength <= MAX_REPEAT ? minLength : 0;
  return {
    least,
    most: isCount(maxLength) && maxLength <= MAX_REPEAT && maxLength >= least ? maxLength : Infinity,
  };
}
