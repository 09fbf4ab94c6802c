// Text and a mark that closes it: one state for each start of the mark that has been read, as in the search for a word by
// Knuth, Morris and Pratt. The mark is of ASCII.
import { doubleQuoted } from './alphabet.ts';
import { escapeUnit, literal, oneOf, type Rules } from './ebnf.ts';

/** Raw text up to the mark, and the mark. */
export function textUpTo(mark: string, rules: Rules): string {
  const state = (length: number): string =>
    rules.of(`text ${length} ${mark}`, () => {
      const steps = stepsFrom(length, mark);
      const others = `[^${steps.map(([unit]) => escapeUnit(unit)).join('')}]`;
      const leading = steps.map(([unit, next]) =>
        next === mark.length ? literal(unit) : `${literal(unit)} ${state(next)}`,
      );
      return length === 0 ? `${others}* ${oneOf(leading)}` : oneOf([...leading, `${others} ${state(0)}`]);
    });
  return state(0);
}

/** A string as JSON writes it that does not hold the mark. */
export function stringWithout(mark: string, rules: Rules): string {
  const state = (length: number): string =>
    rules.of(`string ${length} ${mark}`, () => {
      const steps = stepsFrom(length, mark).filter(([unit]) => unit !== '"' && unit !== '\\');
      const others = `[^"\\\\\\x00-\\x1f${steps.map(([unit]) => escapeUnit(unit)).join('')}]`;
      return oneOf([
        literal('"'),
        ...steps.flatMap(([unit, next]) => (next === mark.length ? [] : [`${literal(unit)} ${state(next)}`])),
        `${others}${length === 0 ? '+' : ''} ${state(0)}`,
        `${doubleQuoted.anyEscape} ${state(0)}`,
      ]);
    });
  return `${literal('"')} ${state(0)}`;
}

/** Units that lead on from here, each with how much of the mark is read then. */
function stepsFrom(length: number, mark: string): [unit: string, next: number][] {
  return [...new Set(mark)]
    .map((unit): [string, number] => [unit, overlap(mark.slice(0, length) + unit, mark)])
    .filter(([, next]) => next > 0);
}

/** How much of the mark's start the text ends with. */
function overlap(text: string, mark: string): number {
  for (let length = Math.min(text.length, mark.length); length > 0; length--)
    if (text.endsWith(mark.slice(0, length))) return length;
  return 0;
}
