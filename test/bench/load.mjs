// What importing the package costs: npm run bench:load, after `npm run build`. Evaluation of the bundled, minified
// entry (compiling and instantiating the scanner included), cold, medians over fresh processes.
import { execFileSync } from 'node:child_process';
import { build } from 'esbuild';

const PROCESSES = 21;

for (const entry of ['index', 'no-wasm']) {
  const outfile = `build/out/load-${entry}.mjs`;
  await build({
    entryPoints: [`dist/${entry}.js`],
    outfile,
    bundle: true,
    minify: true,
    format: 'esm',
    banner: { js: 'const began = performance.now();' },
    footer: { js: 'console.log(performance.now() - began);' },
  });
  const times = Array.from({ length: PROCESSES }, () => Number(execFileSync(process.execPath, [outfile])));
  const median = times.sort((a, b) => a - b)[PROCESSES >> 1];
  console.log(`${entry.padEnd(8)} ${median.toFixed(2)} ms`);
}
