// Where the copies of the examples stand, and the commands that npm has installed for them.
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { promisify, stripVTControlCharacters } from 'node:util';

export const root = join(import.meta.dirname, '../..');
export const examples = join(root, 'build/examples');

const env = {
  ...process.env,
  CI: '1',
  NEXT_TELEMETRY_DISABLED: '1',
  WRANGLER_SEND_METRICS: 'false',
  PORT: '0',
};

/** Runs a command of node_modules/.bin in an example; gives what it prints, and throws it if it fails. */
export async function run(example: string, command: string, args: string[] = []): Promise<string> {
  const file = join(root, 'node_modules/.bin', command);
  const options = { cwd: join(examples, example), env, timeout: 150_000 };
  try {
    const { stdout } = await promisify(execFile)(file, args, options);
    return stdout;
  } catch (error) {
    const { stdout, stderr, message } = error as Error & { stdout?: string; stderr?: string };
    throw new Error(`${message}\n${stdout}\n${stderr}`);
  }
}

/** A server that an example started. */
export interface Server extends AsyncDisposable {
  readonly url: string;
}

/** Starts a command that serves, and waits until it prints its address. */
export async function serve(example: string, command: string, args: string[]): Promise<Server> {
  const file = join(root, 'node_modules/.bin', command);
  const child = spawn(file, args, { cwd: join(examples, example), env, stdio: ['ignore', 'pipe', 'pipe'] });
  const dispose = () => end(child);
  try {
    const port = await readPort(child);
    return { url: `http://127.0.0.1:${port}`, [Symbol.asyncDispose]: dispose };
  } catch (error) {
    await dispose();
    throw error;
  }
}

/** The port in the address that a server prints when it listens. */
function readPort(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = '';
    const read = (chunk: Buffer) => {
      output += stripVTControlCharacters(String(chunk));
      const [, port] = /https?:\/\/[\w.]+:(\d+)/.exec(output) ?? [];
      if (port) resolve(port);
    };
    child.stdout?.on('data', read);
    child.stderr?.on('data', read);
    child.on('error', reject);
    child.on('exit', (code) => reject(new Error(`It ended with ${code}: ${output}`)));
  });
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, 'exit');
  child.kill('SIGKILL');
  await exit;
}
