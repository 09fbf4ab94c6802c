// What an application pays per entry: bundled and minified, everything used. Exits 1 above a budget.
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';

/** Gzip bytes. Raised only in a commit that says why. */
const budgets = { index: 9 * 1024 };

const rows = [];
for (const entry of ['index', 'no-wasm', 'workerd', 'edge-light', 'testing']) {
  const { outputFiles } = await build({
    entryPoints: [`dist/${entry}.js`],
    bundle: true,
    minify: true,
    format: 'esm',
    external: ['*.wasm', '*.wasm?module'],
    write: false,
  });
  const [{ contents }] = outputFiles;
  const gzip = gzipSync(contents, { level: 9 }).length;
  const budget = budgets[entry];
  rows.push({ entry, minified: contents.length, gzip, budget, ok: !(gzip > budget) });
}
console.table(rows);
if (rows.some((row) => !row.ok)) process.exit(1);
