// Tokens as a sink gets them: one number with kind, flags and detail. `assembly/tape.ts` says what each means.
import { Flag, Kind, TRIPLE } from '../../assembly/tape';

/** A token's number, unpacked. */
export interface TokenDescription {
  kind: 'text' | 'marker' | 'word' | 'string' | 'punct' | 'open' | 'close' | 'comment' | 'nested';
  /** First piece of what may come in several. */
  opens: boolean;
  /** Last piece. */
  closes: boolean;
  /** Holds an escape or an entity: decode before use. */
  escaped: boolean;
  /** Would not be valid between double quotes in JSON as it stands. */
  unsafe: boolean;
  /** Index of the marker; the unit of punctuation and brackets; the quote of a string. */
  detail: number;
  /** A string in triple quotes. */
  triple: boolean;
}

const names = ['text', 'marker', 'word', 'string', 'punct', 'open', 'close', 'comment', 'nested'] as const;

/** Unpacks a token, for logs and tests; a reader in a hurry masks the bits itself. */
export function describeToken(token: number): TokenDescription {
  const kind = token & 0xff;
  const triple = kind === Kind.String && ((token >>> 16) & TRIPLE) !== 0;
  return {
    kind: names[kind - 1] as TokenDescription['kind'],
    opens: (token & Flag.Opens) !== 0,
    closes: (token & Flag.Closes) !== 0,
    escaped: (token & Flag.Escaped) !== 0,
    unsafe: (token & Flag.Unsafe) !== 0,
    detail: (token >>> 16) & (triple ? ~TRIPLE : ~0),
    triple,
  };
}
