// What a model is asked to do, and how it is told whether it did.
import type { ToolSet } from 'ai';
import type { SameResult } from './compare.ts';

/** A call of a tool. */
export interface Call {
  toolName: string;
  input: unknown;
  /** Set if the SDK refused it: no such tool, or arguments that are no JSON or not as the schema says. */
  isInvalid?: boolean;
}

/** A question with one right answer. */
export interface Case {
  readonly name: string;
  /** `call`: the calls of one answer are compared; `task`: tools run until it is done, their state is compared. */
  readonly kind: 'call' | 'task';
  readonly prompt: string;
  /** The calls of one way to do it, answer by answer. */
  readonly turns: readonly (readonly Call[])[];
  /** Lays everything out afresh. */
  begin(): Trial;
}

/** One go at a case. */
export interface Trial {
  readonly tools: ToolSet;
  /** Judges what the model did: undefined if right, or what is wrong. */
  judge(calls: readonly Call[]): SameResult;
}
