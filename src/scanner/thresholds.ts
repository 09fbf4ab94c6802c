// From how many units on WASM pays, by host. Measured by `npm run bench:scanner`; below, copying the delta into the
// module costs as much as scanning it in TypeScript.

/** Units from which a delta goes to WASM: plain text, anything else, and either with units above 127. */
export interface Thresholds {
  text: number;
  lex: number;
  wide: number;
}

const NEVER = Number.POSITIVE_INFINITY;

const byHost = {
  server: { text: 512, lex: 64, wide: 128 }, // Node, Bun, workerd with nodejs_compat
  deno: { text: 512, lex: 96, wide: NEVER },
  browser: { text: NEVER, lex: 16384, wide: NEVER },
} satisfies Record<string, Thresholds>;

/** The thresholds of the host we run on. */
export function thresholdsHere(): Thresholds {
  const { Deno, document, importScripts } = globalThis as Record<string, unknown>;
  if (Deno) return byHost.deno;
  return document || importScripts ? byHost.browser : byHost.server;
}
