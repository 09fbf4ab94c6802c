// Runs a scanner and writes down what it reports, for comparing engines and cuts.
import {
  createScanner,
  describeToken,
  type ScanTable,
  type Thresholds,
  type TokenDescription,
  type TokenSink,
} from 'toolwire';

/** Thresholds that force one engine. */
export const alwaysWasm: Thresholds = { ascii: 0, wide: 0 };
export const neverWasm: Thresholds = { ascii: Number.POSITIVE_INFINITY, wide: Number.POSITIVE_INFINITY };

/** A token with its range in the whole stream. */
export type Token = readonly [token: number, start: number, end: number];

/** Chooses the table after a token, and whether to go on right after it. */
export type Steering = (token: Token) => { table: ScanTable; reenter?: boolean } | undefined;

/** One stream with one engine: feed it and take its tokens. */
export class Recorder {
  tokens: Token[] = [];
  readonly scanner;

  constructor(table: ScanTable, thresholds: Thresholds, steer?: Steering) {
    const sink: { -readonly [key in keyof TokenSink]: TokenSink[key] } = {
      table,
      onToken: (token, start, end) => {
        const entry: Token = [token, start + this.scanner.offset, end + this.scanner.offset];
        this.tokens.push(entry);
        const next = steer?.(entry);
        if (next) sink.table = next.table;
        return next?.reenter ? end : undefined;
      },
    };
    this.scanner = createScanner(sink, thresholds);
  }

  /** The tokens since the last call. */
  take(): Token[] {
    const { tokens } = this;
    this.tokens = [];
    return tokens;
  }
}

/** All tokens of a stream. */
export function record(
  table: ScanTable,
  deltas: readonly string[],
  thresholds: Thresholds,
  steer?: Steering,
): Token[] {
  const recorder = new Recorder(table, thresholds, steer);
  for (const delta of deltas) recorder.scanner.feed(delta);
  recorder.scanner.finish();
  return recorder.tokens;
}

/** The same lines whatever the cuts: pieces joined, their flags together, and said if the last is missing. */
export function joined(tokens: readonly Token[], text: string): string[] {
  const lines: string[] = [];
  let open: { name: string; flags: Set<string>; start: number; end: number } | undefined;
  const write = (...more: string[]) => {
    if (open)
      lines.push(
        [
          open.name,
          ...[...open.flags].sort(),
          ...more,
          JSON.stringify(text.slice(open.start, open.end)),
        ].join(' '),
      );
    open = undefined;
  };
  for (const [token, start, end] of tokens) {
    const it = describeToken(token);
    const goesOn = open && (it.kind === 'text' ? open.name === 'text' : open.name !== 'text' && !it.opens);
    if (!goesOn) {
      write(...(open && open.name !== 'text' ? ['unclosed'] : []));
      open = { name: nameOf(it), flags: new Set(), start, end };
    }
    if (!open) continue;
    open.end = end;
    if (it.escaped) open.flags.add('escaped');
    if (it.unsafe) open.flags.add('unsafe');
    if (it.closes || ['marker', 'punct', 'open', 'close'].includes(it.kind)) write();
  }
  write(...(open && open.name !== 'text' ? ['unclosed'] : []));
  return lines;
}

function nameOf({ kind, detail, triple }: TokenDescription): string {
  if (kind === 'marker') return `marker ${detail}`;
  return kind === 'string' ? `string ${String.fromCharCode(detail).repeat(triple ? 3 : 1)}` : kind;
}
