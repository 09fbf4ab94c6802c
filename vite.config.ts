// The library build: one ES module per public entry, and what several of them share in one more.
// Not minified: whoever bundles the package does that, and stack traces stay readable.
import { copyFileSync } from 'node:fs';
import { defineConfig } from 'vite';

/** asc reads `assembly/host.ts`; all else reads `assembly/host.portable.ts` in its place, as set in tsconfig.json. */
export const resolve = { extensions: ['.portable.ts', '.ts', '.mjs', '.js', '.json'] };

/** Inlines `const enum`s, also across modules: Vite's own transform sees one file at a time, so `oxc` is off below. */
export const transform = { target: 'es2022', typescript: { optimizeConstEnums: true } };

export default defineConfig({
  resolve,
  oxc: false,
  build: {
    target: 'es2022',
    minify: false,
    lib: {
      entry: [
        'src/index.ts',
        'src/no-wasm.ts',
        'src/workerd.ts',
        'src/edge-light.ts',
        'src/testing.ts',
        'src/webllm.ts',
      ],
      formats: ['es'],
    },
    rolldownOptions: {
      transform,
      external: /\.wasm(\?module)?$/,
      output: {
        chunkFileNames: '[name].js',
        minifyInternalExports: false,
        codeSplitting: { groups: [{ name: 'shared', minShareCount: 2 }] },
      },
    },
  },
  plugins: [
    {
      name: 'scanner-wasm',
      writeBundle: ({ dir }) => copyFileSync('build/out/scanner.wasm', `${dir}/scanner.wasm`),
    },
  ],
});
