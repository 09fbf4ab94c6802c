// `toolwire/edge-light`: for Vercel's Edge runtime, which compiles no bytes either but knows `.wasm?module` imports.

import { loadWasm } from './scanner/engine.ts';
import module from './scanner.wasm?module';

loadWasm('imported as a .wasm?module', () => module);

export * from './no-wasm.ts';
