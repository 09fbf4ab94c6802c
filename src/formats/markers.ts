// The literals of a format, by what they mean: all that its tables are made of, payloads aside.

/** Literals around something. */
export interface Markers {
  readonly open: readonly string[];
  /** Default: none, it ends with what it holds. The end of the text closes it too. */
  readonly close?: readonly string[];
}

/** Literals around a call. Where they are made of tools' names, a function gives those of one tool. */
export interface CallMarkers {
  readonly open: readonly string[] | ((toolName: string) => readonly string[]);
  /** More openers, which count only where the content starts, blanks aside: a payload that stands there bare. */
  readonly start?: readonly string[] | ((toolName: string) => readonly string[]);
  /** Default: none, it ends with what it holds. The end of the text closes it too. */
  readonly close?: readonly string[] | ((toolName: string) => readonly string[]);
  /** What may stand between two calls. If given, `start` opens a call there too. */
  readonly separators?: readonly string[];
}

/** Text the model thinks in. Calls in it are rehearsed, not made. */
export interface Reasoning extends Markers {
  readonly close: readonly string[];
  /** A call's opener ends thinking that was not closed. Default: it is part of it. */
  readonly endsAtCall?: boolean;
}

/** The literals of a format. */
export interface FormatMarkers {
  readonly name: string;
  /** What stands around all calls, if anything does. Calls outside it are read as well. */
  readonly section?: Markers;
  /** What stands around a call. */
  readonly call: CallMarkers;
  /** Default: `<think>…</think>`. */
  readonly reasoning?: Reasoning;
  /** Literals that are no text and are dropped: end tokens that leak, wrappers around an answer. */
  readonly strays?: readonly string[];
}
