// A description is checked once: what the types can't say, with the field named. A family checks its own part.
import type { FormatMarkers } from '../formats/markers.ts';

/** Throws a `TypeError` if the markers of a format make no sense. */
export function checkFormat({ name, call, section, reasoning, strays }: FormatMarkers): void {
  if (typeof name !== 'string' || name === '')
    throw new TypeError(`The "name" of a format must be a string, got ${JSON.stringify(name)}.`);
  const check = (field: string, markers: unknown, isRequired: boolean) => {
    if (typeof markers !== 'function' && (markers !== undefined || isRequired))
      checkLiterals(`Format "${name}": "${field}"`, markers, isRequired);
  };
  check('call.open', call.open, call.start === undefined);
  check('call.start', call.start, false);
  check('call.close', call.close, false);
  check('section.open', section?.open, section !== undefined);
  check('section.close', section?.close, false);
  check('reasoning.open', reasoning?.open, reasoning !== undefined);
  check('reasoning.close', reasoning?.close, reasoning !== undefined);
  check('strays', strays, false);
}

/** Throws a `TypeError` if `given` is no list of literals. */
export function checkLiterals(field: string, given: unknown, isRequired = true): void {
  const isList = Array.isArray(given) && given.every((item) => typeof item === 'string' && item !== '');
  if (!isList || (isRequired && given.length === 0))
    throw new TypeError(`${field} must be a list of literals, got ${JSON.stringify(given)}.`);
}
