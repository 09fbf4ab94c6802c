// Writes the compiled scanner as a module with its bytes as text, so that they travel inside the bundle. As hexadecimal
// digits: twice the bytes of the module, but a fifth less than base64 once compressed, since whole bytes repeat.
import { readFileSync, writeFileSync } from 'node:fs';

const out = new URL('out/', import.meta.url);
const digits = readFileSync(new URL('scanner.wasm', out)).toString('hex');
writeFileSync(new URL('bytes.ts', out), `const digits: string = '${digits}';\nexport default digits;\n`);
