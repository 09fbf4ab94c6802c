// What is printed, by DEBUG_PARSER_MW: `stream` every part as it comes and as it goes, `parse` the model's text with
// the calls in it marked, and what was odd. DEBUG_PARSER_MW_STYLE says how they are marked. In a browser, set globals
// of these names.

/** How much is printed. */
export type DebugLevel = 'off' | 'stream' | 'parse';

/** Terminal codes, and the same for a browser's console. */
const styles = {
  bg: ['\x1b[30;46m', '\x1b[0m', 'background:#8dd;color:#000'],
  inverse: ['\x1b[7m', '\x1b[27m', 'background:#333;color:#fff'],
  underline: ['\x1b[4m', '\x1b[24m', 'text-decoration:underline'],
  bold: ['\x1b[1m', '\x1b[22m', 'font-weight:bold'],
} as const;

interface Globals {
  process: { env?: Record<string, string | undefined> };
  [name: string]: unknown;
}

function read(name: string): string | undefined {
  const { process: node, [name]: global } = globalThis as Partial<Globals>;
  return node?.env?.[name] ?? (typeof global === 'string' ? global : undefined);
}

/** What the environment asks for. */
export function debugLevel(): DebugLevel {
  const level = read('DEBUG_PARSER_MW')?.toLowerCase();
  return level === 'stream' || level === 'parse' ? level : 'off';
}

/** Prints a part on its way in or out. */
export function printPart(direction: 'in' | 'out', part: unknown): void {
  console.log(`[toolwire] ${direction === 'in' ? '→' : '←'} ${show(part)}`);
}

/** JSON of whatever a provider sends: printing must not stop an answer. */
function show(part: unknown): string {
  try {
    return JSON.stringify(part, (_, value) => {
      if (value instanceof Error) return String(value);
      if (ArrayBuffer.isView(value)) return `${value.byteLength} bytes`;
      return typeof value === 'bigint' ? String(value) : value;
    });
  } catch {
    return `${(part as { type?: unknown }).type}, not to be written as JSON`;
  }
}

/** What is known of an answer in the end. */
interface Summary {
  text: string;
  /** The pieces of the text that are calls. */
  segments: readonly string[];
  calls: readonly unknown[];
  /** What was odd. */
  issues: readonly string[];
}

/** Prints a text with its calls marked, what was read of them, and what was odd. */
export function printSummary({ text, segments, calls, issues }: Summary): void {
  const pieces = splitAt(text, segments);
  const isBrowser = 'document' in globalThis || 'importScripts' in globalThis;
  const style = read('DEBUG_PARSER_MW_STYLE')?.toLowerCase() ?? '';
  const [on, off, css] = styles[Object.hasOwn(styles, style) ? (style as keyof typeof styles) : 'bg'];
  const title = `[toolwire] ${calls.length} ${calls.length === 1 ? 'call' : 'calls'} in`;
  const known = [JSON.stringify(calls), ...issues.map((issue) => `! ${issue}`)].join('\n');
  if (isBrowser) {
    const format = pieces.map(() => '%c%s').join('');
    const values = pieces.flatMap(({ piece, isCall }) => [isCall ? css : '', piece]);
    console.log(`${title}\n${format}\n%c%s`, ...values, '', known);
  } else {
    const marked = pieces.map(({ piece, isCall }) => (isCall ? `${on}${piece}${off}` : piece)).join('');
    console.log(`${title}\n${marked}\n${known}`);
  }
}

function splitAt(text: string, segments: readonly string[]): { piece: string; isCall: boolean }[] {
  const pieces: { piece: string; isCall: boolean }[] = [];
  let at = 0;
  for (const segment of segments) {
    const start = text.indexOf(segment, at);
    if (start < 0) continue;
    pieces.push({ piece: text.slice(at, start), isCall: false }, { piece: segment, isCall: true });
    at = start + segment.length;
  }
  pieces.push({ piece: text.slice(at), isCall: false });
  return pieces.filter(({ piece }) => piece !== '');
}
