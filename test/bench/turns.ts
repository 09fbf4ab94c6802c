// CPU time of two ways to do the same. They take turns in every round, so that noise falls on both.
import { median } from './median.ts';

/** Does it once. */
export type Go = () => Promise<unknown> | unknown;

/** Two ways to do the same: ours, and what we are compared with. */
export interface Rivals {
  ours: Go;
  base: Go;
}

/** Milliseconds of CPU that each takes. */
export type Row = Record<keyof Rivals, number>;

/** What to time: a key of a file's `subjects`, and how often. */
export interface Plan {
  subject: string;
  rounds: number;
}

/** Milliseconds of CPU before the rounds that count, both taken together: engines compile in steps, and beside us. */
const WARM_UP = 1000;

/** Times both. */
export async function takeTurns(rivals: Rivals, rounds: number): Promise<Row> {
  const times: Record<keyof Rivals, number[]> = { ours: [], base: [] };
  for (let round = 0; round < rounds; ) {
    const isWarm = cpu() > WARM_UP;
    for (const key of ['base', 'ours'] as const) {
      const taken = await sample(rivals[key]);
      if (isWarm) times[key].push(taken);
    }
    if (isWarm) round++;
  }
  return { ours: median(times.ours), base: median(times.base) };
}

/** Milliseconds of CPU that one `go` takes: a mean over 20 ms at least. */
async function sample(go: Go): Promise<number> {
  const began = cpu();
  let times = 0;
  let taken = 0;
  for (; taken < 20; taken = cpu() - began) {
    await go();
    times++;
  }
  return taken / times;
}

/** Milliseconds of CPU that this process has taken. */
function cpu(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
