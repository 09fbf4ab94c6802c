// `toolwire/workerd`: for Workers whose compatibility date is before 2025-06-01, which compile no bytes. Needs a
// bundler that knows `.wasm` imports, as wrangler and @cloudflare/vite-plugin do.

import { loadWasm } from './scanner/engine.ts';
import module from './scanner.wasm';

loadWasm('imported as a .wasm module', () => module);

export * from './no-wasm.ts';
