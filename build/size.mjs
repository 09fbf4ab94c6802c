// What an application pays, by what it imports: bundled and minified, the rest shaken off. Exits 1 above a budget.
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';

const KB = 1024;

/** What is imported from where, and its budget in gzip bytes, raised only in a commit that says why. */
const rows = [
  ['the scanner, with WASM', 'index', '{ createScanner, compileTable, engine }', 9 * KB],
  ['the scanner, without', 'no-wasm', '{ createScanner, compileTable, engine }', 6 * KB],
  ['one protocol', 'index', '{ jsonMixProtocol }', 27 * KB],
  ['everything', 'index', '*', 36 * KB],
  ['everything, without WASM', 'no-wasm', '*', 32 * KB],
  ['everything, toolwire/workerd', 'workerd', '*', 33 * KB],
  ['everything, toolwire/edge-light', 'edge-light', '*', 33 * KB],
  ['toolwire/testing', 'testing', '*', 4 * KB],
];

const table = [];
for (const [what, entry, imports, budget] of rows) {
  const { outputFiles } = await build({
    stdin: { contents: `export ${imports} from './dist/${entry}.js';`, resolveDir: '.' },
    bundle: true,
    minify: true,
    format: 'esm',
    external: ['*.wasm', '*.wasm?module'],
    write: false,
  });
  const [{ contents }] = outputFiles;
  const gzip = gzipSync(contents, { level: 9 }).length;
  table.push({ what, minified: contents.length, gzip, budget, ok: gzip <= budget });
}
console.table(table);
if (table.some((row) => !row.ok)) process.exit(1);
