// An agent task: tools over a small world, which is laid out anew for every go. What the world looks like in the end
// decides, whatever the model says.
import type { ToolSet } from 'ai';
import type { Call, Case } from '../case.ts';
import { compare } from '../compare.ts';

export interface World {
  readonly tools: ToolSet;
  /** What there is now, as JSON; all of it counts. */
  state(): unknown;
}

export interface Task {
  readonly name: string;
  readonly prompt: string;
  /** The state of the world when the task is done. */
  readonly goal: unknown;
  begin(): World;
  readonly turns: readonly (readonly Call[])[];
}

export const call = (toolName: string, input: unknown): Call => ({ toolName, input });

export function taskCase({ name, prompt, goal, begin, turns }: Task): Case {
  return {
    name,
    kind: 'task',
    prompt,
    turns,
    begin() {
      const { tools, state } = begin();
      return { tools, judge: () => compare(goal, state()) };
    },
  };
}
