// Compiles the scanner from the bytes inlined in the bundle: works wherever JavaScript does, with no loader, no
// request and no `await`, and costs well under a millisecond.
import bytes from '../../build/out/bytes.ts';

/** Compiles the inlined scanner; throws where the host refuses. */
export function compileInlined(): WebAssembly.Module {
  return new WebAssembly.Module(decode(bytes));
}

/** Base64 to bytes. A plain loop where the host has no native decoder: `Uint8Array.from` costs milliseconds when cold. */
function decode(base64: string): Uint8Array<ArrayBuffer> {
  const native = Uint8Array as { fromBase64?: (text: string) => Uint8Array<ArrayBuffer> };
  if (native.fromBase64) return native.fromBase64(base64);
  const text = atob(base64);
  const result = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) result[i] = text.charCodeAt(i);
  return result;
}
