// Tools by native JSON against `compactTools()`, with real models behind any OpenAI-compatible endpoint:
//   npm run bench:live -- --help
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDone, planCells, runCells } from './bench.ts';
import { callCases } from './call-cases.ts';
import { help, type Options, readOptions } from './options.ts';
import { Progress } from './progress.ts';
import { Store } from './store.ts';
import { summarize } from './summary.ts';
import { taskCases } from './tasks/index.ts';
import { listVariations } from './variation.ts';

/** Lines on what was wrong, on the screen. */
const MOST_WRONG = 20;

/** Runs what is not done yet, and tells what came of all. True if nothing is open. */
async function run(options: Options): Promise<boolean> {
  const store = new Store(options.out);
  const planned = await planCells(options);
  const open = planned.filter(({ cell, digest }) => !isDone(store.get(cell, digest)));
  console.log(`${planned.length} cells, ${planned.length - open.length} done before`);

  const interrupt = new AbortController();
  process.once('SIGINT', () => interrupt.abort(new Error('stopped')));
  const progress = new Progress(process.stdout, open.length);
  await runCells(open, { options, store, progress, signal: interrupt.signal });
  progress.finish();

  const outcomes = planned.flatMap(({ cell, digest }) => store.get(cell, digest) ?? []);
  const variations = listVariations(options.modes, options.ablations);
  const results = { ...options, variations, outcomes };
  const file = join(options.out, 'summary.md');
  writeFileSync(file, `${summarize(results)}\n`);
  console.log(`\n${summarize(results, MOST_WRONG)}\n\nKept in ${file}`);
  const left = planned.length - outcomes.filter(isDone).length;
  if (left > 0) console.log(`${left} cells are open: the same command goes on with them.`);
  return left === 0;
}

const options = readOptions(process.argv.slice(2), process.env, [...callCases, ...taskCases]);
if ('problem' in options) {
  console.error(`${options.problem} Try --help.`);
  process.exitCode = 2;
} else if (options.isHelp) console.log(help);
else if (!(await run(options))) process.exitCode = 1;
