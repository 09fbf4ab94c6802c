// webpack: a page and Node.
import { join } from 'node:path';
import { promisify } from 'node:util';
import webpack from 'webpack';
import { runNode, runPage } from '../support/hosts.ts';

async function bundle(app, target) {
  const path = join(app, 'out', `webpack-${target}`);
  const output = { path, filename: 'root.cjs' };
  const stats = await promisify(webpack)({
    mode: 'production',
    context: app,
    entry: './root.mjs',
    target,
    output,
  });
  if (stats.hasErrors()) throw new Error(stats.toString('errors-only'));
  return join(path, output.filename);
}

export default [
  ['webpack web', 'wasm', async (app) => runPage({ script: await bundle(app, 'web') })],
  ['webpack node', 'wasm', async (app) => runNode(await bundle(app, 'node'))],
];
