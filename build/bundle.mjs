// For scripts that need what the package does not export: bundles a TypeScript file as the library is bundled
// (so that timings hold for what is shipped) into build/out/, and returns its URL, to be imported. `toolwire` in it
// is the sources, which need `npm run build:wasm` alone.
import { basename, resolve as pathTo } from 'node:path';
import { pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';
import { resolve, transform } from '../vite.config.ts';

export async function bundle(entry) {
  // Not `middleware.js`, which Next would take for its own.
  const file = `build/out/${basename(entry, '.ts')}.bundle.js`;
  const build = await rolldown({
    input: entry,
    resolve: { ...resolve, alias: { toolwire: pathTo('src/index.ts') } },
    transform,
    external: /\.wasm(\?module)?$/,
  });
  await build.write({ file });
  await build.close();
  return pathToFileURL(file).href;
}
