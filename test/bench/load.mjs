// What importing the package costs: npm run bench:load. Evaluation of the bundled, minified entry (compiling and
// instantiating the scanner included), cold, medians over fresh processes; in workerd, whose clock has whole
// milliseconds, means over fresh isolates, beside an empty module.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { build } from 'esbuild';
import { Miniflare } from 'miniflare';

const PROCESSES = 21;

const bundle = async (entry, options = {}) => {
  const { outputFiles } = await build({
    ...(entry ? { entryPoints: [`dist/${entry}.js`] } : { stdin: { contents: '' } }),
    bundle: true,
    minify: true,
    format: 'esm',
    external: ['*.wasm'],
    write: false,
    ...options,
  });
  return outputFiles[0].text;
};

for (const entry of ['index', 'no-wasm']) {
  const script = await bundle(entry, {
    banner: { js: 'const began = performance.now();' },
    footer: { js: 'console.log(performance.now() - began);' },
  });
  const run = () => execFileSync(process.execPath, ['--input-type=module', '-'], { input: script });
  const times = Array.from({ length: PROCESSES }, () => Number(run()));
  const median = times.sort((a, b) => a - b)[PROCESSES >> 1];
  console.log(`node     ${entry.padEnd(8)} ${median.toFixed(2)} ms`);
}

// The clock stands still between two waits.
const worker = `export default { async fetch() {
  const began = performance.now();
  await import('./entry.mjs');
  await scheduler.wait(0);
  return Response.json(performance.now() - began);
} }`;
const wasm = new Uint8Array(readFileSync('dist/scanner.wasm'));

for (const entry of ['', 'workerd', 'no-wasm']) {
  const modules = {
    'worker.mjs': { type: 'esm', contents: worker },
    'entry.mjs': { type: 'esm', contents: await bundle(entry) },
    'scanner.wasm': { type: 'wasm', contents: wasm },
  };
  const manifest = { mainModule: 'worker.mjs', modules };
  const config = { type: 'worker', name: 'load', compatibilityDate: '2026-01-01', manifest };
  let sum = 0;
  for (let count = 0; count < PROCESSES; count++) {
    const isolate = new Miniflare({ workers: [{ config }], cf: false });
    sum += await (await isolate.dispatchFetch('http://localhost')).json();
    await isolate.dispose();
  }
  console.log(`workerd  ${(entry || 'nothing').padEnd(8)} ${(sum / PROCESSES).toFixed(2)} ms`);
}
