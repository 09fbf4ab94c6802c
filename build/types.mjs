// Copies to dist/ the declarations that the public entries reach, out of all that tsc wrote.
// They must stay inside src/: those of assembly/ use number types that TypeScript does not know.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';

const from = new URL('out/types/src/', import.meta.url);
const to = new URL('../dist/', import.meta.url);

const files = new Set([
  'index.d.ts',
  'no-wasm.d.ts',
  'workerd.d.ts',
  'edge-light.d.ts',
  'testing.d.ts',
  'webllm.d.ts',
]);
for (const file of files) {
  const source = new URL(file, from);
  const text = readFileSync(source, 'utf8').replace(
    /(from |import\()'(\.+\/[^']*?)(?:\.ts)?'/g,
    (_, start, path) => {
      const target = new URL(`${path}.d.ts`, source).href;
      if (!target.startsWith(from.href)) {
        throw new Error(
          `The public types of src/${file} reach ${path}: mark what is not public with @internal`,
        );
      }
      files.add(target.slice(from.href.length));
      return `${start}'${path}.js'`;
    },
  );
  mkdirSync(new URL('.', new URL(file, to)), { recursive: true });
  writeFileSync(new URL(file, to), text);
}
