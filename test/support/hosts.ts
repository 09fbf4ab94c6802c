// The three places where tests run a bundle: a process, a page, a worker. Each gives back what the bundle reports.
import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { Miniflare } from 'miniflare';
import { chromium } from 'playwright';
import { launchOptions } from './chromium.ts';

const execute = promisify(execFile);

/** A report as it came, parsed. */
export type Report = Record<string, unknown>;

/** Milliseconds until a host has to answer, lest a scanner that never ends stops the run. */
export const LIMIT = 20_000;

/** Runs a command that prints the report. */
export async function runProcess(command: string, args: string[], cwd?: string): Promise<Report> {
  const { stdout } = await execute(command, args, { cwd, timeout: LIMIT });
  return JSON.parse(stdout);
}

/** Runs a file in this process's own Node. */
export const runNode = (file: string) => runProcess(process.execPath, [file]);

/** Opens a URL, or an empty page with one script file, and waits for the report on its console. */
export async function runPage(place: { url?: string; script?: string }): Promise<Report> {
  const { url = 'about:blank', script } = place;
  const browser = await chromium.launch(launchOptions);
  try {
    const page = await browser.newPage();
    const failure = new Promise<never>((_, reject) => page.on('pageerror', reject));
    const report = page.waitForEvent('console', {
      predicate: (message) => message.text().startsWith('{'),
      timeout: LIMIT,
    });
    const opened = page
      .goto(url)
      .then(() => (script ? page.addScriptTag({ path: script, type: 'module' }) : undefined));
    const [message] = await Promise.race([Promise.all([report, opened]), failure]);
    return JSON.parse(message.text());
  } finally {
    await browser.close();
  }
}

/** Serves one request from a bundled worker: a module, and perhaps the `.wasm` beside it. */
export async function runWorker(script: string, compatibilityDate: string): Promise<Report> {
  const modules: Record<string, { type: 'esm' | 'wasm'; contents: string | Uint8Array<ArrayBuffer> }> = {
    'worker.mjs': { type: 'esm', contents: await readFile(script, 'utf8') },
  };
  for (const name of await readdir(dirname(script))) {
    if (!name.endsWith('.wasm')) continue;
    modules[name] = { type: 'wasm', contents: new Uint8Array(await readFile(join(dirname(script), name))) };
  }
  const manifest = { mainModule: 'worker.mjs', modules };
  const config = { type: 'worker' as const, name: 'smoke', compatibilityDate, manifest };
  const worker = new Miniflare({ workers: [{ config }], cf: false }); // by default `cf` is downloaded
  try {
    const response = await worker.dispatchFetch('http://localhost', { signal: AbortSignal.timeout(LIMIT) });
    return (await response.json()) as Report;
  } finally {
    await worker.dispose();
  }
}
