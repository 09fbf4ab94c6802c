// What a parser reports: events, and issues. An issue is never an exception: it says what was odd in the model's
// text, where, and what came of it.

/** Deviations from a format that are read all the same, each by one rule (see the README's table of tolerances). */
export type ToleranceCode =
  | 'single-quotes'
  | 'bare-word'
  | 'python-literal'
  | 'trailing-comma'
  | 'missing-comma'
  | 'comment'
  | 'raw-control'
  | 'odd-escape'
  | 'duplicate-key'
  | 'string-arguments'
  | 'unclosed-call'
  | 'unclosed-element'
  | 'extra-closer'
  | 'name-variant';

/** Takes note of a deviation. */
export type Tolerate = (code: ToleranceCode) => void;

/** Why a call could not be read. */
export type RefusalCode = 'malformed-call' | 'cut-off-call' | 'nameless-call' | 'unknown-tool' | 'limit';

/** Something odd in the model's text. */
export interface Issue {
  code: ToleranceCode | RefusalCode;
  message: string;
  /** The tool, if its name is known. */
  toolName?: string | undefined;
  /** Offsets of the call in the stream, in UTF-16 units. */
  start: number;
  end: number;
  /** The text concerned, its first 2,000 units at most. */
  text: string;
}

/** What `feed` and `finish` return. */
export type ParserEvent =
  | { type: 'text-delta'; text: string }
  /** The name is final. */
  | { type: 'call-start'; toolName: string }
  /** More of the arguments: joined, strict JSON. */
  | { type: 'input-delta'; delta: string }
  /** The call is over. `input` is the joined deltas; a call that was cut off has no valid JSON there. */
  | { type: 'call-end'; toolName: string; input: string }
  | ({ type: 'call-issue' } & Issue);

/** The same events as calls, for code that makes something else of them at once. */
export interface EventSink {
  onText(text: string): void;
  onCallStart(toolName: string): void;
  onInput(delta: string): void;
  onCallEnd(toolName: string, input: string): void;
  /** Calls stood between these offsets, with their markers; what is in no such range is text, or was dropped. */
  onSegment?(start: number, end: number): void;
  onIssue(issue: Issue): void;
}

/** What each code means, in words. */
export const messages: Readonly<Record<Issue['code'], string>> = {
  'single-quotes': 'A string stands in single quotes.',
  'bare-word': 'A key or a value stands without quotes.',
  'python-literal': 'A Python literal stands for true, false or null.',
  'trailing-comma': 'A comma stands before a closing bracket.',
  'missing-comma': 'A comma is missing between two values.',
  comment: 'There is a comment in the JSON.',
  'raw-control': 'A string holds a raw line break, another control character, or an unescaped quote.',
  'odd-escape': 'A string holds an escape that JSON does not know.',
  'duplicate-key': 'A key came twice; the second value is left out.',
  'string-arguments': 'The arguments are given as a string of JSON.',
  'unclosed-call': 'A call was not closed.',
  'name-variant': 'A tool is named by more than its name.',
  'unclosed-element': 'An element in a call was not closed before the call was.',
  'extra-closer': 'There are closing brackets or tags too many.',
  'malformed-call': 'A call could not be read.',
  'cut-off-call': 'The text ended in the middle of a call.',
  'nameless-call': 'A call names no tool.',
  'unknown-tool': 'A call names a tool that is not declared.',
  limit: 'A call is larger than the limits allow.',
};
