// What an application pays, by what it imports: bundled and minified, the rest shaken off. Exits 1 above a budget.
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';

const KB = 1024;

/** What is imported from where, and its budget in gzip bytes, raised only in a commit that says why. */
const rows = [
  ['the scanner, with WASM', 'index', '{ createScanner, compileTable, engine }', 8.7 * KB],
  ['the scanner, without', 'no-wasm', '{ createScanner, compileTable, engine }', 5.2 * KB],
  ['one protocol: JSON', 'index', '{ jsonMixProtocol }', 20.1 * KB],
  ['one protocol: XML', 'index', '{ morphXmlProtocol }', 22.6 * KB],
  ['one protocol: wire', 'index', '{ wireProtocol }', 24.1 * KB],
  ['one protocol: JSON, without WASM', 'no-wasm', '{ jsonMixProtocol }', 16.6 * KB],
  ['everything', 'index', '*', 43 * KB],
  ['everything, without WASM', 'no-wasm', '*', 39 * KB],
  ['everything, toolwire/workerd', 'workerd', '*', 40 * KB],
  ['everything, toolwire/edge-light', 'edge-light', '*', 40 * KB],
  ['toolwire/webllm', 'webllm', '*', 12.5 * KB],
  ['toolwire/testing', 'testing', '*', 2.5 * KB],
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
  table.push({ what, minified: contents.length, gzip, budget: Math.floor(budget), ok: gzip <= budget });
}
console.table(table);
if (table.some((row) => !row.ok)) process.exit(1);
