// From how many units on WASM pays, by host; below, copying a delta into the module costs as much as scanning it in
// TypeScript. Measured by `npm run bench:scanner -- --host <host>`: from here on WASM gains more on code, JSON and XML
// than it may lose on prose, in nanoseconds per unit.

/** Units from which a delta goes to WASM, by the stream so far: all of it ASCII, or some of it beyond. */
export interface Thresholds {
  ascii: number;
  wide: number;
}

const NEVER = Number.POSITIVE_INFINITY;

const byHost = {
  node: { ascii: 50, wide: 50 },
  bun: { ascii: 50, wide: 50 },
  deno: { ascii: 64, wide: NEVER }, // its `Buffer` writes UTF-16 more slowly than we scan
  workerd: { ascii: 96, wide: 96 },
  browser: { ascii: 512, wide: NEVER }, // a `Buffer` here is some bundler's
} satisfies Record<string, Thresholds>;

/** The thresholds of the host we run on. One that is none of these is most like a browser. */
export function thresholdsHere(): Thresholds {
  const { Bun, Deno, WebSocketPair, EdgeRuntime, process } = globalThis as Record<string, unknown>;
  if (Bun) return byHost.bun;
  if (Deno) return byHost.deno;
  if (WebSocketPair || EdgeRuntime) return byHost.workerd;
  // What a bundler puts in for `process` has no versions.
  const { versions } = (process ?? {}) as { versions?: { node?: string } };
  return versions?.node ? byHost.node : byHost.browser;
}
