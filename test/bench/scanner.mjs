// How fast the scanner is, as ratios: npm run bench:scanner [-- --processes 5 --rounds 9 --only JSON]
//
//   ts       nanoseconds per unit of the TypeScript engine
//   wasm     how many times faster the WASM engine is
//   chosen   the same of the engine that the thresholds choose
//   hand     how many times slower a straightforward hand-written loop is than the TypeScript engine
import { execFileSync } from 'node:child_process';
import { bundle } from '../../build/bundle.mjs';

const option = (name, fallback) => {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? fallback : process.argv[at + 1];
};
const rounds = Number(option('rounds', 9));
const url = await bundle('test/bench/scanner.ts');
const { subjects, median } = await import(url);

for (const name of Object.keys(subjects).filter((key) => key.includes(option('only', '')))) {
  const program = `import { run } from ${JSON.stringify(url)};
    console.log(JSON.stringify(run(${JSON.stringify(name)}, ${rounds}, () => performance.now())));`;
  const runs = Array.from({ length: Number(option('processes', 5)) }, () =>
    JSON.parse(execFileSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8' })),
  );
  console.log(`\n${name}`);
  console.log('  units   text       ts   wasm chosen   hand');
  runs[0].forEach(({ size, mixed }, index) => {
    const of = (figure) => median(runs.map((rows) => figure(rows[index]))).toFixed(2).padStart(7);
    const hand = runs[0][index].hand ? of((row) => row.hand / row.ts) : '';
    console.log(
      `${String(size).padStart(7)}   ${mixed ? 'mixed' : 'ascii'}${of((row) => row.ts)}${of((row) => row.ts / row.wasm)}${of((row) => row.ts / row.chosen)}${hand}`,
    );
  });
}
