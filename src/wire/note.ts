// What a signature says in words: descriptions on one line, and those of properties only where they say more than the
// property's name does.

/** A description on one line. */
export function oneLine(description: unknown): string {
  return typeof description === 'string' ? description.trim().replace(/\s+/g, ' ') : '';
}

/** Words that tell nothing by themselves. */
const empty = /* @__PURE__ */ new Set(
  /* @__PURE__ */ 'a an and as be by for from given in input is it its of on optional or param parameter required set string that the this to type use used value which will with'.split(
    ' ',
  ),
);

/** ` (note)` behind a property, or nothing where its name says the same: `city` needs no "The city's name". */
export function writeNote(description: unknown, key: string): string {
  const note = oneLine(description).replace(/\.$/, '');
  const known = new Set(wordsOf(key));
  const isTelling = wordsOf(note).some((word) => !known.has(word) && !empty.has(word) && word !== 'name');
  return isTelling ? ` (${note})` : '';
}

/** The words of a text or of a camelCase key, in lower case and without a plural's s. */
function wordsOf(text: string): string[] {
  return text
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .map((word) => word.replace(/(?<=...)s$/, ''))
    .filter((word) => word.length > 1 || /\p{N}|[^\p{ASCII}]/u.test(word));
}
