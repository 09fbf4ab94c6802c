// The example of a Worker in workerd: bundled by wrangler, configured by its wrangler.jsonc, `AI` answered by a script.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Miniflare } from 'miniflare';
import { unstable_readConfig } from 'wrangler';
import { examples, run } from './examples.ts';
import { Isolate } from './isolate.ts';
import type { WorkersAI } from './workers-ai.ts';

const name = 'cloudflare-worker';

/** Bundles as `wrangler deploy` does. */
export const bundleWorker = (outdir = 'out', ...more: string[]) =>
  run(name, 'wrangler', ['deploy', '--dry-run', '--outdir', outdir, ...more]);

/** A running worker. */
export interface Worker extends AsyncDisposable {
  readonly url: URL;
  /** Its isolate: heap and CPU. */
  inspect(): Promise<Isolate>;
}

/** Starts a bundle. `vars` go over those of wrangler.jsonc. */
export async function startWorker(
  ai: WorkersAI,
  vars: Record<string, string> = {},
  outdir = 'out',
): Promise<Worker> {
  const out = join(examples, name, outdir);
  const config = unstable_readConfig({ config: join(examples, name, 'wrangler.jsonc') });
  const texts = Object.entries({ ...config.vars, ...vars });
  const env = {
    ...Object.fromEntries(
      texts.map(([key, value]) => [key, { type: 'text' as const, value: String(value) }]),
    ),
    [config.ai?.binding ?? '']: { type: 'ai' as const, dev: { remote: true } },
  };
  const contents = readFileSync(join(out, 'index.js'), 'utf8');
  const worker = {
    type: 'worker' as const,
    name,
    compatibilityDate: String(config.compatibility_date),
    compatibilityFlags: config.compatibility_flags,
    manifest: { mainModule: 'index.js', modules: { 'index.js': { type: 'esm' as const, contents } } },
    env,
  };
  process.env.MINIFLARE_WORKERD_V8_FLAGS = '--expose-gc';
  const miniflare = new Miniflare({
    workers: [{ config: worker, dev: { remoteProxyConnectionString: ai.url as never } }],
    inspectorPort: 0,
    cf: false, // by default it is downloaded
  });
  return {
    url: await miniflare.ready,
    inspect: async () =>
      Isolate.open(
        new URL(`./core:user:${name}`, await miniflare.getInspectorURL()),
        join(out, 'index.js.map'),
      ),
    [Symbol.asyncDispose]: () => miniflare.dispose(),
  };
}
