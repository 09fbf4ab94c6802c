// What is said of wrong use: it throws a `TypeError` with the cure. Model text never does.

/** A value, for the end of a message: short, whatever was given. */
export function describe(value: unknown): string {
  if (typeof value === 'function') return 'a function';
  if (Array.isArray(value)) return 'an array';
  if (typeof value !== 'object' || value === null)
    return typeof value === 'string' ? JSON.stringify(value) : String(value);
  const keys = Object.keys(value);
  return keys.length === 0 ? '{}' : `{ ${keys.slice(0, 4).join(', ')}${keys.length > 4 ? ', …' : ''} }`;
}

/** Throws unless the option is left out, or one of these words. */
export function checkChoice(name: string, choice: unknown, words: readonly string[]): void {
  if (choice === undefined || choice === null || words.includes(choice as string)) return;
  throw new TypeError(`"${name}" must be ${words.map(describe).join(' or ')}, got ${describe(choice)}.`);
}
