// Writes the compiled scanner as a module with its bytes in base64, so that they travel inside the bundle.
import { readFileSync, writeFileSync } from 'node:fs';

const out = new URL('out/', import.meta.url);
const base64 = readFileSync(new URL('scanner.wasm', out)).toString('base64');
writeFileSync(new URL('bytes.ts', out), `const bytes: string = '${base64}';\nexport default bytes;\n`);
