// rolldown: a page and Node.
import { join } from 'node:path';
import { build } from 'rolldown';
import { runNode, runPage } from '../support/hosts.ts';

async function bundle(app, platform) {
  const file = join(app, 'out', `rolldown-${platform}.mjs`);
  await build({ input: join(app, 'root.mjs'), platform, logLevel: 'silent', output: { file } });
  return file;
}

export default [
  ['rolldown browser', 'wasm', async (app) => runPage({ script: await bundle(app, 'browser') })],
  ['rolldown node', 'wasm', async (app) => runNode(await bundle(app, 'node'))],
];
