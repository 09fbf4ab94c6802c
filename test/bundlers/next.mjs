// Next: one Turbopack build; then per route of app/app a server and one request.
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { promisify } from 'node:util';
import { LIMIT } from '../support/hosts.ts';

const next = createRequire(import.meta.url).resolve('next/dist/bin/next');
const env = { ...process.env, NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' };

let built;
const build = (cwd) => promisify(execFile)(process.execPath, [next, 'build'], { cwd, env, timeout: 120_000 });

async function request(app, route) {
  built ??= build(app);
  await built;
  const args = [next, 'start', '--hostname', '127.0.0.1', '--port', '0'];
  const server = spawn(process.execPath, args, { cwd: app, env, stdio: ['ignore', 'pipe', 'inherit'] });
  try {
    const response = await fetch((await readAddress(server)) + route, { signal: AbortSignal.timeout(LIMIT) });
    if (!response.ok) throw new Error(`${route} answered ${response.status}: ${await response.text()}`);
    return await response.json();
  } finally {
    server.kill('SIGKILL');
    if (server.exitCode === null && server.signalCode === null) await once(server, 'exit');
  }
}

/** The address that the server prints when it listens. */
function readAddress(server) {
  return new Promise((resolve, reject) => {
    let output = '';
    server.stdout.on('data', (chunk) => {
      output += chunk;
      const address = /http:\/\/127\.0\.0\.1:\d+/.exec(output);
      if (address && output.includes('Ready')) resolve(address[0]);
    });
    server.on('exit', () => reject(new Error(`next start ended: ${output}`)));
  });
}

export default [
  ['next node', 'wasm', (app) => request(app, '/node')],
  ['next edge', 'wasm', (app) => request(app, '/edge-root')],
  ['next toolwire/edge-light', 'wasm', (app) => request(app, '/edge')],
];
