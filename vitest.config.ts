// One run, three hosts: `test/*.test.ts` in each; `test/node/*.test.ts` (files, browsers, Workers) in Node only.
import { cloudflareTest } from '@cloudflare/vitest-plugin';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { launchOptions } from './test/support/chromium.ts';
import { resolve } from './vite.config.ts';

const everywhere = 'test/*.test.ts';
const path = (file: string) => `${import.meta.dirname}/${file}`;

/** Tests import `toolwire`: its sources, by the entry that suits the host. */
const index = { ...resolve, alias: { toolwire: path('src/index.ts') } };
const workerd = {
  ...resolve,
  alias: { toolwire: path('src/workerd.ts'), './scanner.wasm': path('build/out/scanner.wasm') },
};

export default defineConfig({
  test: {
    projects: [
      {
        resolve: index,
        test: { name: 'node', include: [everywhere, 'test/node/*.test.ts'] },
      },
      {
        resolve: workerd,
        plugins: [
          cloudflareTest({
            miniflare: {
              compatibilityDate: '2026-01-01',
              modulesRules: [{ type: 'CompiledWasm', include: ['**/*.wasm', '**/*.wasm?module'] }],
            },
          }),
        ],
        test: { name: 'workerd', include: [everywhere] },
      },
      {
        resolve: index,
        // One found only while tests run makes the page reload under them.
        optimizeDeps: { include: ['fast-check', 'ai', 'ai5', 'ai6'] },
        test: {
          name: 'chromium',
          include: [everywhere],
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({ launchOptions }),
            instances: [{ browser: 'chromium' }],
          },
        },
      },
    ],
  },
});
