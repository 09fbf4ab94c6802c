// esbuild: a page, Node, and Workers with and without the static `.wasm` import.
import { join } from 'node:path';
import { build } from 'esbuild';
import { runNode, runPage, runWorker } from '../support/hosts.ts';

async function bundle(app, entry, options) {
  const outfile = join(app, 'out', `esbuild-${options.platform}-${entry}`, 'bundle.mjs');
  await build({
    entryPoints: [join(app, entry)],
    outfile,
    bundle: true,
    format: 'esm',
    logLevel: 'silent',
    ...options,
  });
  return outfile;
}

const runInPage = async (app) => runPage({ script: await bundle(app, 'root.mjs', { platform: 'browser' }) });
const runInNode = async (app) => runNode(await bundle(app, 'root.mjs', { platform: 'node' }));

const workerd = { platform: 'neutral', conditions: ['workerd', 'worker', 'browser'] };
const runRoot = async (app, date) => runWorker(await bundle(app, 'worker.mjs', workerd), date);

/** As wrangler does it: `.wasm` stays an import, of a copy beside the bundle. */
const workerdWithWasm = { ...workerd, loader: { '.wasm': 'copy' } };
const runStatic = async (app, date) =>
  runWorker(await bundle(app, 'worker-static.mjs', workerdWithWasm), date);

export default [
  ['esbuild browser', 'wasm', runInPage],
  ['esbuild node', 'wasm', runInNode],
  ['esbuild workerd 2024-01-01', 'ts', (app) => runRoot(app, '2024-01-01')],
  ['esbuild workerd 2025-06-01', 'wasm', (app) => runRoot(app, '2025-06-01')],
  ['esbuild toolwire/workerd 2024-01-01', 'wasm', (app) => runStatic(app, '2024-01-01')],
];
