// No bundler: Node (the one that runs this, and the machine's own), Bun and Deno.
import { execFileSync } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import { basename, delimiter, join } from 'node:path';
import { runProcess } from '../support/hosts.ts';

/** A row that runs a file of the app; skipped where the runtime does not start (no binary for this platform). */
function createRow(engine, command, ...args) {
  const name = basename(command);
  const file = args.at(-1);
  try {
    const version = /\d+\.\d+\.\d+/.exec(execFileSync(command, ['--version'], { stdio: 'pipe' }));
    return [`${name} ${version} ${file}`, engine, (app) => runProcess(command, args, app)];
  } catch (error) {
    return [`${name} ${file}`, engine, () => ({ skip: error.message })];
  }
}

/** The first Node on the path that no npm package brought. */
function findMachineNode() {
  const folders = process.env.PATH.split(delimiter).filter((folder) => !folder.includes('node_modules'));
  const node = folders.map((folder) => join(folder, 'node')).find(existsSync);
  return node && realpathSync(node);
}

const nodes = new Set([process.execPath, findMachineNode() ?? process.execPath]);

const nodeRows = [...nodes].flatMap((node) => [
  createRow('wasm', node, 'root.mjs'),
  createRow('wasm', node, 'require.cjs'),
  createRow('ts', node, 'no-wasm.mjs'),
]);

export default [
  ...nodeRows,
  createRow('wasm', 'bun', 'root.mjs'),
  createRow('wasm', 'deno', 'run', '--no-prompt', 'root.mjs'),
];
