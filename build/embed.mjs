// Writes the compiled scanner as a module with its bytes as text, so that they travel inside the bundle. A byte below
// 85 is one character, from `(` to `|`; any other is two, `}` or `~` and what is left of it after 85 or 170. So whole
// bytes still repeat: an eighth less than hexadecimal digits once compressed, and a quarter less than base64.
import { readFileSync, writeFileSync } from 'node:fs';

const out = new URL('out/', import.meta.url);
const bytes = readFileSync(new URL('scanner.wasm', out));
const characters = [...bytes].flatMap((byte) => {
  const high = Math.min(Math.floor(byte / 85), 2);
  return high > 0 ? [124 + high, 40 + byte - 85 * high] : [40 + byte];
});
const text = JSON.stringify(String.fromCharCode(...characters));
writeFileSync(new URL('bytes.ts', out), `const text: string = ${text};\nexport default text;\n`);
