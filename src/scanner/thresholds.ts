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
  node: { text: 64, lex: 64, wide: 64 },
  bun: { text: 64, lex: 64, wide: 64 },
  deno: { text: 64, lex: 64, wide: NEVER },
  workerd: { text: 64, lex: 64, wide: 64 },
  browser: { text: NEVER, lex: 16384, wide: NEVER },
} satisfies Record<string, Thresholds>;

/** The thresholds of the host we run on. One that is none of these is most like a browser. */
export function thresholdsHere(): Thresholds {
  const { Bun, Deno, WebSocketPair, process } = globalThis as Record<string, unknown>;
  if (Bun) return byHost.bun;
  if (Deno) return byHost.deno;
  if (WebSocketPair) return byHost.workerd;
  return process ? byHost.node : byHost.browser;
}
