// `npm run test:bundlers`, after `npm run build`: proves that the package imports and runs in every host.
// What npm would publish is unpacked into a copy of test/bundlers/app, which imports it as `toolwire-packed`, a
// name that only this copy answers to: `toolwire` could also reach the sources, by tsconfig.json.
// Each host, one row, runs the same smoke test: it must read what the TS engine reads in plain Node, and by the
// engine that the row names. An argument picks rows: `npm run test:bundlers -- vite`.
import { execFile } from 'node:child_process';
import { cp, mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import esbuildRows from '../test/bundlers/esbuild.mjs';
import nextRows from '../test/bundlers/next.mjs';
import rolldownRows from '../test/bundlers/rolldown.mjs';
import runtimeRows from '../test/bundlers/runtimes.mjs';
import viteRows from '../test/bundlers/vite.mjs';
import webpackRows from '../test/bundlers/webpack.mjs';
import { runNode } from '../test/support/hosts.ts';

const execute = promisify(execFile);
const root = join(import.meta.dirname, '..');
const app = join(root, 'build/out/bundlers');

const allRows = [...runtimeRows, ...esbuildRows, ...rolldownRows, ...viteRows, ...webpackRows, ...nextRows];
const rows = allRows.filter(([name]) => name.includes(process.argv[2] ?? ''));
const count = { ok: 0, FAIL: 0, skip: 0 };

/** Copies the consumer app and unpacks what npm would publish into its node_modules. */
async function installApp() {
  const target = join(app, 'node_modules/toolwire-packed');
  await rm(app, { recursive: true, force: true });
  await cp(join(root, 'test/bundlers/app'), app, { recursive: true });
  await mkdir(target, { recursive: true });
  const pack = ['pack', '--silent', '--ignore-scripts', '--pack-destination', app];
  const { stdout } = await execute('npm', pack, { cwd: root });
  await execute('tar', ['-xzf', join(app, stdout.trim()), '-C', target, '--strip-components=1']);
}

/** Runs one row and says how it went: `ok`, `skip` or `FAIL`, with the cause. */
async function runRow([, engine, run], read) {
  try {
    const report = await run(app);
    if (report.skip) return ['skip', report.skip];
    const isRight = report.engine === engine && report.wasmCalls > 0 === (engine === 'wasm');
    if (isRight && report.read === read) return ['ok', ''];
    return ['FAIL', `read should be "${read}" by ${engine}, got ${JSON.stringify(report)}`];
  } catch (error) {
    return ['FAIL', error.stack];
  }
}

await installApp();
const { read } = await runNode(join(app, 'no-wasm.mjs'));
for (const row of rows) {
  const start = performance.now();
  const [result, cause] = await runRow(row, read);
  const ms = Math.round(performance.now() - start);
  const [name, engine] = row;
  console.log(
    `${result.padEnd(5)}${name.padEnd(37)}${engine.padEnd(5)}${String(ms).padStart(6)} ms  ${cause}`,
  );
  count[result]++;
}
await rm(app, { recursive: true, force: true });
console.log(`${count.ok} passed, ${count.FAIL} failed${count.skip ? `, ${count.skip} skipped` : ''}`);
process.exitCode = count.FAIL ? 1 : 0;
