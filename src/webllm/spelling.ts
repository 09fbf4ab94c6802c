// How a format spells a call of a tool, found by asking it: `writeCall` writes a few calls, and what is around and
// between their arguments is the spelling. So a grammar admits what the format writes, and formats need to know nothing
// of grammars.
import type { Format, Tool } from '../formats/format.ts';

/** What stands around the arguments, and how they are written. */
export type Spelling =
  /** As one JSON object. */
  | { readonly kind: 'json'; readonly before: string; readonly after: string }
  /** As ` key=value`. */
  | { readonly kind: 'pairs'; readonly before: string; readonly after: string }
  /** As `open key between value close`, repeated; values are JSON, strings as they are. */
  | {
      readonly kind: 'params';
      readonly before: string;
      readonly after: string;
      readonly open: string;
      readonly between: string;
      readonly close: string;
    };

/** How a format spells calls of a tool; nothing if it is none of the known ways. */
export function spellingOf(format: Format, tool: Tool): Spelling | undefined {
  const write = (input: object) => format.writeCall({ toolName: tool.name, input, tool });
  return jsonSpelling(write) ?? pairsSpelling(write) ?? paramsSpelling(write);
}

type Write = (input: object) => string;

/** A string that no format writes as it is unless it writes raw text. */
const RAW = 'raw <b> & "c" \\ ]';

function jsonSpelling(write: Write): Spelling | undefined {
  const input = { probe: ['x y', 1] };
  const around = split(write(input), JSON.stringify(input));
  return around && { kind: 'json', ...around };
}

function pairsSpelling(write: Write): Spelling | undefined {
  const around = split(write({ probe: 1, other: 'x y' }), ' probe=1 other="x y"');
  return around && { kind: 'pairs', ...around };
}

function paramsSpelling(write: Write): Spelling | undefined {
  const none = write({});
  const one = write({ probe: RAW });
  const two = write({ probe: RAW, other: 7 });
  const key = one.indexOf('probe');
  const value = one.indexOf(RAW);
  if (key < 0 || value < key) return undefined;
  const head = one.slice(0, key);
  const tail = one.slice(value + RAW.length);
  const before = commonStart(none, head);
  const after = none.slice(before.length);
  if (!tail.endsWith(after)) return undefined;
  const open = head.slice(before.length);
  const between = one.slice(key + 'probe'.length, value);
  const close = tail.slice(0, tail.length - after.length);
  const params = [`${open}probe${between}${RAW}${close}`, `${open}other${between}7${close}`];
  // XGrammar has no sets without some character beyond ASCII, which text up to such a mark would be made of.
  const isRight = two === before + params.join('') + after && /^[\n!-~ ]*[!-~][\n!-~ ]*$/.test(close);
  return isRight ? { kind: 'params', before, after, open, between, close } : undefined;
}

function split(text: string, middle: string): { before: string; after: string } | undefined {
  const at = text.indexOf(middle);
  return at < 0 ? undefined : { before: text.slice(0, at), after: text.slice(at + middle.length) };
}

function commonStart(one: string, other: string): string {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length++;
  return one.slice(0, length);
}
