// A cell of the benchmark: one go of a model at a case, in one variation.
import { createHash } from 'node:crypto';
import { asSchema } from 'ai';
import type { Call, Case } from './case.ts';
import { listVariations, type Mode, middlewareOf, type Variation } from './variation.ts';

export interface Cell extends Variation {
  readonly model: string;
  readonly case: string;
  readonly rep: number;
}

/** What came of a cell: a line of the artifacts. */
export interface Outcome extends Cell {
  /** Of all that the cell depends on: a cell of a case that has changed since is another. */
  readonly digest: string;
  readonly kind: Case['kind'];
  /** Set if there is no answer to judge. */
  readonly error?: string;
  readonly isRight?: boolean;
  /** What was wrong. */
  readonly why?: string | undefined;
  readonly calls?: readonly Call[];
  /** As the provider tells them, all requests together; null if it does not. */
  readonly inputTokens?: number | null;
  readonly outputTokens?: number | null;
  /** Milliseconds that the provider took, all requests together, without failed ones and pauses. */
  readonly latency?: number;
  readonly requests?: number;
  /** What the model wrote, answer by answer. */
  readonly answers?: readonly string[];
}

/** What makes cells the same. */
export const keyOf = ({ model, mode, ablation, case: name, rep }: Cell) =>
  JSON.stringify([model, mode, ablation, name, rep]);

/** All cells, so ordered that whatever is done when it is stopped can be compared. */
export function listCells(wanted: {
  models: readonly string[];
  modes: readonly Mode[];
  ablations: readonly string[];
  cases: readonly Case[];
  reps: number;
}): Cell[] {
  const { models, modes, ablations, cases, reps } = wanted;
  const cells: Cell[] = [];
  for (let rep = 1; rep <= reps; rep++)
    for (const { name } of cases)
      for (const model of models)
        for (const variation of listVariations(modes, ablations))
          cells.push({ model, ...variation, case: name, rep });
  return cells;
}

/** The tools of a case as models are told them. */
export function describeTools(one: Case) {
  const list = Object.entries(one.begin().tools).map(async ([name, { description, inputSchema }]) => ({
    name,
    description: typeof description === 'string' ? description : '',
    inputSchema: await asSchema(inputSchema).jsonSchema,
  }));
  return Promise.all(list);
}

/** Changes when the case, what the model is told or how it is asked does. */
export async function digestOf(variation: Variation, one: Case, settings: unknown): Promise<string> {
  const tools = (await describeTools(one)).map((tool) => ({ type: 'function', ...tool }));
  const params = { prompt: [], tools };
  const told = await middlewareOf(variation)?.transformParams({ type: 'generate', params, model: {} });
  const prompt = told && (told as typeof params).prompt;
  const parts = [one.prompt, one.turns, tools, prompt, settings];
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 12);
}
