// The dialects that tests lex by: about what the formats' readers use.
import type { Dialect } from 'toolwire';

export const dialects: Record<string, Dialect> = {
  json: { brackets: '{}[]', punctuation: ':,' },
  relaxed: { brackets: '{}[]', punctuation: ':,', quotes: `"'`, comments: true },
  nested: { brackets: '{}[]', punctuation: ':,', nestFrom: 1 },
  whole: { brackets: '{}[]', punctuation: ':,', nestFrom: 0 },
  expression: { brackets: '()[]{}', punctuation: ',=:', quotes: `"'`, triple: true },
  pairs: { stops: '=', quotes: `"'` },
  tag: { stops: '>', punctuation: '=/', quotes: `"'`, backslash: false },
};
