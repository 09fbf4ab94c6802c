// Where the bench runs. A host takes the source of a module that has a function `run`, starts from scratch (a process
// of its own), and gives back what `run(plan)` returns.
import { execFileSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { Miniflare } from 'miniflare';
import { chromium } from 'playwright';
import { launchOptions } from '../support/chromium.ts';

/** A command that reads a module from its standard input. */
const createProcessHost = (command, ...args) => ({
  version: () => readVersion(command),
  run: (source, plan) => {
    const input = `${source}\nconsole.log(JSON.stringify(await run(${JSON.stringify(plan)})));`;
    const cwd = tmpdir(); // away from our tsconfig.json, which Bun would read
    return JSON.parse(execFileSync(command, args, { input, cwd, encoding: 'utf8' }));
  },
});

/** A page of a browser that is started for it. */
async function runPage(source, plan) {
  const browser = await chromium.launch(launchOptions);
  try {
    const page = await browser.newPage();
    const failure = new Promise((_, reject) => page.on('pageerror', reject));
    const content = `${source}\nglobalThis.rows = run(${JSON.stringify(plan)});`;
    await Promise.race([page.addScriptTag({ content, type: 'module' }), failure]);
    const rows = page.waitForFunction(() => globalThis.rows, undefined, { timeout: 0 });
    return await (await Promise.race([rows, failure])).jsonValue();
  } finally {
    await browser.close();
  }
}

/** A worker, timed by its own clock: locally that goes on during synchronous work, if only in whole milliseconds. */
const createWorkerHost = (...compatibilityFlags) => ({
  version: () => readVersion('workerd'),
  run: async (source, plan) => {
    const contents = `${source}\nexport default { fetch: () => Response.json(run(${JSON.stringify(plan)})) };`;
    const manifest = { mainModule: 'worker.mjs', modules: { 'worker.mjs': { type: 'esm', contents } } };
    const config = {
      type: 'worker',
      name: 'bench',
      compatibilityDate: '2026-01-01',
      compatibilityFlags,
      manifest,
    };
    const worker = new Miniflare({ workers: [{ config }], cf: false }); // by default `cf` is downloaded
    try {
      return await (await worker.dispatchFetch('http://localhost')).json();
    } finally {
      await worker.dispose();
    }
  },
});

const readVersion = (command) =>
  /\d+(\.\d+)+|\d+-\d+-\d+/.exec(execFileSync(command, ['--version'], { encoding: 'utf8' }))[0];

export const hosts = {
  node: createProcessHost(process.execPath, '--input-type=module', '-'),
  bun: createProcessHost('bun', '-'),
  deno: createProcessHost('deno', 'run', '--no-prompt', '--ext=js', '-'),
  chromium: { version: () => readVersion(launchOptions.executablePath), run: runPage },
  workerd: createWorkerHost(),
  'workerd-nodejs': createWorkerHost('nodejs_compat'),
};
