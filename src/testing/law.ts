// What the law suite is given and what it reports.
import type { Tool } from '../formats/format.ts';
import type { ProtocolOptions } from '../protocols/protocol.ts';

/** The laws, by name. */
export type Law =
  /** Text and calls are all of what the model wrote, in order. Needs `extractToolCallSegments`. */
  | 'nothing-lost'
  /** However the text is cut, the same comes out. */
  | 'cuts-do-not-matter'
  /** `createStreamParser` and `parseGeneratedText` read the same. */
  | 'stream-is-generate'
  /** A call's joined deltas are its `input`, which is JSON unless `onError` was told otherwise. */
  | 'deltas-are-input'
  /** Parts come as the AI SDK expects them: started, continued and ended under one id; others pass through. */
  | 'framing'
  /** The same deltas give the same parts. */
  | 'deterministic'
  /** No more than twice the units are read. Needs `unitsScanned`. */
  | 'linear'
  /** Model text neither throws nor reaches a prototype. */
  | 'harmless';

/** A text to read. */
export interface LawCase {
  /** What the model wrote. */
  text: string;
  /** The tools it may call. */
  tools: readonly Tool[];
  /** Handed to the protocol, with `generateId` and `onError` of the suite's own. */
  options?: ProtocolOptions;
}

/** How thoroughly to read, and what the protocol does on purpose. */
export interface LawOptions {
  /** Texts of up to so many units are read at every single cut, longer ones at seeded cuts alone. Default: 200. */
  shortText?: number;
  /** Seeded cuts per text. Default: 20. */
  seededCuts?: number;
  /** Where the seeded cuts start from. Default: 1. */
  seed?: number;
  /** Literals that are left out on purpose, such as end tokens. Default: none. */
  drops?: readonly string[];
  /** Whether text behind the first call is left out on purpose. Default: false. */
  dropsTextAfterCalls?: boolean;
  /** Tells how many units are read for these deltas, counting those read twice. Default: that law is not checked. */
  unitsScanned?: (deltas: readonly string[], lawCase: LawCase) => number;
}

/** A law that does not hold. */
export interface Violation {
  /** The law. */
  law: Law;
  /** How the text was read: `whole`, `unit by unit`, `cut at 7`, `seeded cut 3`, `generate`. */
  way: string;
  /** The text of the case. */
  text: string;
  /** What was found. */
  found: string;
}

/** What the suite did and found: each law once per text at most. */
export interface LawReport {
  /** How many texts were read. */
  cases: number;
  /** How often, in all. */
  readings: number;
  /** Empty if all laws hold. */
  violations: Violation[];
}
