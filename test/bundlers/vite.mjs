// Vite: dev server and client build in a page, SSR build in Node.
import { join } from 'node:path';
import { build, createServer, preview } from 'vite';
import { runNode, runPage } from '../support/hosts.ts';

const host = { host: '127.0.0.1', port: 0 };
const common = (root) => ({
  root,
  configFile: false,
  logLevel: 'silent',
  cacheDir: join(root, 'out/vite-cache'),
});

async function visit(server) {
  try {
    return await runPage({ url: `http://127.0.0.1:${server.httpServer.address().port}` });
  } finally {
    await server.close();
  }
}

async function runDev(app) {
  const server = await createServer({ ...common(app), server: host });
  return visit(await server.listen());
}

async function runBuild(app) {
  const options = { ...common(app), build: { outDir: join(app, 'out/vite') } };
  await build(options);
  return visit(await preview({ ...options, preview: host }));
}

async function runSsr(app) {
  const outDir = join(app, 'out/vite-ssr');
  await build({ ...common(app), build: { ssr: 'root.mjs', outDir }, ssr: { noExternal: true } });
  return runNode(join(outDir, 'root.js'));
}

export default [
  ['vite dev', 'wasm', runDev],
  ['vite build', 'wasm', runBuild],
  ['vite ssr', 'wasm', runSsr],
];
