// Values as formats write them between their markers. A tool's result is whatever the world says: it must not be able to
// end the block it stands in, and go on as if it were the user, or another tool.

/** JSON in whose strings none of these literals stands: escapes take their place, and it reads as the same value. */
export function jsonWithout(literals: readonly string[], value: unknown): string {
  return literals.reduce(escapeLiteral, JSON.stringify(value) ?? '');
}

/** Text as it is, unless one of the literals is in it; that, and all that is no text, is JSON without them. */
export function textWithout(literals: readonly string[], value: unknown): string {
  const isPlain = typeof value === 'string' && !literals.some((literal) => value.includes(literal));
  return isPlain ? value : jsonWithout(literals, value);
}

function escapeLiteral(json: string, literal: string): string {
  const first = literal.charAt(0);
  // Letters, digits and backslashes may be part of an escape; none of the formats has a literal that starts so.
  if (literal === '' || !json.includes(literal) || /[\w"\\]/.test(first)) return json;
  const code = `\\u${first.charCodeAt(0).toString(16).padStart(4, '0')}`;
  // All units like the first: of four backticks, three would be left else.
  const escaped = literal.replaceAll(first, () => code);
  return json.replace(/"(?:[^"\\]|\\.)*"/g, (text) => text.replaceAll(literal, () => escaped));
}
