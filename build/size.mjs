// What an application pays, by what it imports: bundled and minified, the rest shaken off, next to the package most like
// this one. Exits 1 above a budget.
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';

const KB = 1024;

/** What is imported from where, and its budget in gzip bytes, raised only in a commit that says why. */
const rows = [
  ['the scanner, with WASM', 'index', '{ createScanner, compileTable, engine }', 8.7 * KB],
  ['the scanner, without', 'no-wasm', '{ createScanner, compileTable, engine }', 5.2 * KB],
  ['one protocol: JSON', 'index', '{ jsonMixProtocol }', 20.6 * KB],
  ['one protocol: XML', 'index', '{ morphXmlProtocol }', 22.6 * KB],
  ['one protocol: wire', 'index', '{ wireProtocol }', 24.7 * KB],
  ['one protocol: JSON, without WASM', 'no-wasm', '{ jsonMixProtocol }', 17.1 * KB],
  ['one middleware: hermes', 'index', '{ hermesToolMiddleware, withTools }', 27.7 * KB],
  ['one middleware: hermes, without WASM', 'no-wasm', '{ hermesToolMiddleware, withTools }', 24.2 * KB],
  ['one middleware: xml', 'index', '{ xmlToolMiddleware, withTools }', 31 * KB],
  ['one middleware: compactTools', 'index', '{ compactTools, withTools }', 33 * KB],
  ['all formats', 'index', '{ toolMiddleware, withTools }', 41 * KB],
  ['everything', 'index', '*', 43 * KB],
  ['everything, without WASM', 'no-wasm', '*', 39 * KB],
  ['everything, toolwire/workerd', 'workerd', '*', 40 * KB],
  ['everything, toolwire/edge-light', 'edge-light', '*', 40 * KB],
  ['toolwire/webllm', 'webllm', '*', 12.9 * KB],
  ['toolwire/testing', 'testing', '*', 2.5 * KB],
];

/** The same of a package that does the same. */
const peer = '@ai-sdk-tool/parser';
const peerRows = [
  [`${peer}: one middleware`, '{ hermesToolMiddleware }'],
  [`${peer}: everything`, '*'],
];

async function weigh(imports, from) {
  const { outputFiles } = await build({
    stdin: { contents: `export ${imports} from '${from}';`, resolveDir: '.' },
    bundle: true,
    minify: true,
    format: 'esm',
    // Of an application that has the AI SDK anyway.
    external: ['*.wasm', '*.wasm?module', 'ai', '@ai-sdk/*', 'zod'],
    write: false,
  });
  const [{ contents }] = outputFiles;
  return { minified: contents.length, gzip: gzipSync(contents, { level: 9 }).length };
}

const table = [];
for (const [what, entry, imports, budget] of rows) {
  const { minified, gzip } = await weigh(imports, `./dist/${entry}.js`);
  table.push({ what, minified, gzip, budget: Math.floor(budget), ok: gzip <= budget });
}
for (const [what, imports] of peerRows) table.push({ what, ...(await weigh(imports, peer)) });
console.table(table);
if (table.some(({ ok }) => ok === false)) process.exit(1);
