// `toolwire/workerd`: for Workers whose compatibility date is before 2025-06-01, which compile no bytes. Needs a
// bundler that knows `.wasm` imports, as wrangler and @cloudflare/vite-plugin do.
import module from './scanner.wasm';
import { loadWasm } from './scanner/engine.ts';

loadWasm('imported as a .wasm module', () => module);

export * from './no-wasm.ts';
