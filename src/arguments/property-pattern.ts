// `patternProperties`: which schemas hold for a key that is not declared by name. The patterns are the tool's, the
// keys are the model's, so a pattern runs only where its work is bounded: quantified groups, back-references and
// look-arounds never run, and each quantifier costs at most one more pass over the key.

/** Steps a pattern may take on one key: about a millisecond. */
const maxSteps = 1e6;

interface Pattern {
  readonly schema: unknown;
  /** Nothing if the pattern may not run. */
  readonly expression: RegExp | undefined;
  readonly quantifiers: number;
}

const compiled = new WeakMap<object, readonly Pattern[]>();

/**
 * The schemas whose patterns match a key, or nothing if none does. A pattern that may not run might have matched: it
 * counts as one that allows anything.
 */
export function matchPatterns(patterns: { readonly [pattern: string]: unknown }, key: string) {
  const list = compiled.get(patterns) ?? compileAll(patterns);
  const matched = list.flatMap(({ schema, expression, quantifiers }) => {
    if (!expression || key.length ** (quantifiers + 1) > maxSteps) return [true];
    return expression.test(key) ? [schema] : [];
  });
  return matched.length > 0 ? matched : undefined;
}

function compileAll(patterns: { readonly [pattern: string]: unknown }): readonly Pattern[] {
  const list = Object.keys(patterns).map((pattern) => compile(pattern, patterns[pattern]));
  compiled.set(patterns, list);
  return list;
}

function compile(pattern: string, schema: unknown): Pattern {
  // Escapes and classes stand for one unit each; what is left of `*+?{` are quantifiers.
  const bare = pattern.replace(/\\p\{[^}]*\}|\\./gi, 'x').replace(/\[[^\]]*\]/g, 'x');
  const quantifiers = bare.replaceAll('(?:', '(').match(/[*+?{]/g)?.length ?? 0;
  const isUnsafe = /\)[*+?{]|\(\?[=!<]/.test(bare) || /\\[1-9k]/.test(pattern);
  return { schema, expression: isUnsafe ? undefined : toExpression(pattern), quantifiers };
}

function toExpression(pattern: string): RegExp | undefined {
  for (const flags of ['u', '']) {
    try {
      return new RegExp(pattern, flags);
    } catch {} // not valid with this flag
  }
  return undefined;
}
