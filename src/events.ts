// What a parser reports: events, and issues. An issue is never an exception: it says what was odd in the model's
// text, where, and what came of it.

/** Deviations from a format that are read all the same, each by one rule. */
export type ToleranceCode =
  /** A string stands in single quotes. */
  | 'single-quotes'
  /** A key or a value stands without quotes. */
  | 'bare-word'
  /** A Python literal stands for true, false or null. */
  | 'python-literal'
  /** A comma stands before a closing bracket. */
  | 'trailing-comma'
  /** A comma is missing between two values. */
  | 'missing-comma'
  /** There is a comment in the JSON. */
  | 'comment'
  /** A string holds a raw line break, another control character, or an unescaped quote. */
  | 'raw-control'
  /** A string holds an escape that JSON does not know. */
  | 'odd-escape'
  /** A key came twice; the second value is left out. */
  | 'duplicate-key'
  /** The arguments are given as a string of JSON. */
  | 'string-arguments'
  /** A call was not closed. */
  | 'unclosed-call'
  /** An element in a call was not closed before the call was. */
  | 'unclosed-element'
  /** There are closing brackets or tags too many. */
  | 'extra-closer'
  /** A tool is named by more than its name. */
  | 'name-variant';

/** Takes note of a deviation. */
export type Tolerate = (code: ToleranceCode) => void;

/** Why a call could not be read. */
export type RefusalCode =
  /** A call could not be read. */
  | 'malformed-call'
  /** The text ended in the middle of a call. */
  | 'cut-off-call'
  /** A call names no tool. */
  | 'nameless-call'
  /** A call names a tool that is not declared. */
  | 'unknown-tool'
  /** A call is larger than the limits allow. */
  | 'limit';

/** Something odd in the model's text. */
export interface Issue {
  /** What is odd. */
  code: ToleranceCode | RefusalCode;
  /** The tool, if it is known, and the code in words: `get_weather: cut off call`. */
  message: string;
  /** The tool, if its name is known. */
  toolName?: string | undefined;
  /** Offset of the call in the stream, in UTF-16 units. */
  start: number;
  /** Offset behind what is read of it by now. */
  end: number;
  /** The text concerned, its first 2,000 units at most; of a call that has started, what came since its last delta. */
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
  /** More text. */
  onText(text: string): void;
  /** A call has started: its name is final. */
  onCallStart(toolName: string): void;
  /** More of the call's arguments. */
  onInput(delta: string): void;
  /** The call is over; `input` is all of its arguments. */
  onCallEnd(toolName: string, input: string): void;
  /** Calls stood between these offsets, with their markers; what is in no such range is text, or was dropped. */
  onSegment?(start: number, end: number): void;
  /** Something is odd. */
  onIssue(issue: Issue): void;
}
