// The run: every cell that is not done yet, some at once, each kept as soon as it is done.
import type { Case } from './case.ts';
import { type Cell, digestOf, listCells, type Outcome } from './cell.ts';
import type { Options } from './options.ts';
import type { Progress } from './progress.ts';
import { instructions, MAX_STEPS, runCell } from './run-cell.ts';
import type { Store } from './store.ts';
import { nameOf } from './variation.ts';

/** A cell with what it takes to run it. */
export interface Planned {
  readonly cell: Cell;
  readonly case: Case;
  readonly digest: string;
}

/** All cells that were asked for. */
export async function planCells(options: Options): Promise<Planned[]> {
  const digests = new Map<string, string>();
  const planned: Planned[] = [];
  for (const cell of listCells(options)) {
    const one = options.cases.find(({ name }) => name === cell.case) as Case;
    const key = JSON.stringify([cell.mode, cell.ablation, cell.case]);
    const settings = [instructions, MAX_STEPS, options.temperature];
    const digest = digests.get(key) ?? (await digestOf(cell, one, settings));
    digests.set(key, digest);
    planned.push({ cell, case: one, digest });
  }
  return planned;
}

/** Whether a cell needs no more runs. */
export const isDone = (outcome: Outcome | undefined) => outcome !== undefined && !outcome.error;

/** Errors in a row after which a model is not asked in that variation any more. */
const PATIENCE = 3;

/** Runs cells until all are done or the signal says stop. */
export async function runCells(
  planned: readonly Planned[],
  {
    options,
    store,
    progress,
    signal,
  }: {
    options: Options;
    store: Store;
    progress: Progress;
    signal: AbortSignal;
  },
): Promise<void> {
  const queue = [...planned];
  const errors = new Map<string, number>();

  async function work(): Promise<void> {
    for (let next = queue.shift(); next && !signal.aborted; next = queue.shift()) {
      const row = `${next.cell.model}, ${nameOf(next.cell)}`;
      if ((errors.get(row) ?? 0) >= PATIENCE) continue;
      const outcome = await runCell({
        ...next,
        endpoint: options,
        temperature: options.temperature,
        retries: options.retries,
        signal: AbortSignal.any([signal, AbortSignal.timeout(options.timeout * 1000)]),
      });
      if (signal.aborted) return; // cut short: it is as if it had not begun
      store.add(outcome);
      progress.add(outcome);
      errors.set(row, outcome.error ? (errors.get(row) ?? 0) + 1 : 0);
      if (errors.get(row) === PATIENCE) progress.say(`${row}: given up after ${PATIENCE} errors in a row.`);
    }
  }

  await Promise.all(Array.from({ length: options.concurrency }, work));
}
