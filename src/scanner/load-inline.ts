// Compiles the scanner from the bytes inlined in the bundle: works wherever JavaScript does, with no loader, no
// request and no `await`, and costs less than a millisecond.
import text from '../../build/out/bytes.ts';

/** Compiles the inlined scanner; throws where the host refuses. */
export function compileInlined(): WebAssembly.Module {
  return new WebAssembly.Module(decode());
}

/** The bytes of the text, as `build/embed.mjs` spells them. One loop: it runs once, before any compiler has seen it. */
function decode(): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(text.length);
  let size = 0;
  for (let i = 0; i < text.length; i++) {
    const high = text.charCodeAt(i) - 124;
    bytes[size++] = high > 0 ? 85 * high + text.charCodeAt(++i) - 40 : high + 84;
  }
  return bytes.subarray(0, size);
}
