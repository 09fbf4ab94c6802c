// The built package on hosts that refuse to compile WebAssembly, or do so under conditions: `engine()` tells which
// engine runs, nothing throws, and the tokens are the same. Needs `npm run build`.
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { build } from 'esbuild';
import { expect, test } from 'vitest';
import { runNode, runPage, runWorker } from '../support/hosts.ts';

const dist = `${import.meta.dirname}/../../dist`;
const out = `${import.meta.dirname}/../../build/out/engine-hosts`;

/** A module that scans with the entry at `path` and hands its report to `send`. */
const program = (path: string, send: string) => `
  import { compileTable, createScanner, engine } from ${JSON.stringify(path)};
  function report() {
    const table = compileTable({ markers: ['</call>'], lex: { brackets: '{}[]', punctuation: ':,' } });
    const tokens = [];
    const scanner = createScanner({ table, onToken: (...token) => void tokens.push(token.join()) });
    scanner.feed('{"a": "x' + '\\\\n long '.repeat(10000) + '", "é": [1,');
    scanner.feed(' 2]}</ca');
    scanner.feed('ll>');
    scanner.finish();
    return { ...engine(), tokens: tokens.join(' ') };
  }
  ${send}
`;

/** Bundles the program with the entry, for a place that takes one file. */
async function bundle(entry: string, send: string): Promise<string> {
  const outfile = `${out}/${entry}/bundle.mjs`;
  const stdin = { contents: program(`${dist}/${entry}.js`, send), resolveDir: dist };
  await build({
    stdin,
    outfile,
    bundle: true,
    format: 'esm',
    loader: { '.wasm': 'copy' },
    logLevel: 'silent',
  });
  return outfile;
}

const print = 'console.log(JSON.stringify(report()));';
const inNode = bundle('no-wasm', print).then(runNode);
const inWorker = async (entry: string, date: string) =>
  runWorker(await bundle(entry, 'export default { fetch: () => Response.json(report()) };'), date);

test.each([
  ['index', '2024-01-01', 'ts'],
  ['index', '2025-05-31', 'ts'],
  ['index', '2025-06-01', 'wasm'],
  ['index', '2026-01-01', 'wasm'],
  ['workerd', '2024-01-01', 'wasm'],
  ['no-wasm', '2026-01-01', 'ts'],
])('workerd: %s at compatibility date %s runs %s', async (entry, date, name) => {
  const { tokens } = await inNode;
  expect(await inWorker(entry, date)).toMatchObject({ name, tokens });
});

/** Opens a page under a Content-Security-Policy that imports the entry from dist/. */
async function inPage(entry: string, policy: string) {
  const violations =
    "let violations = 0; document.addEventListener('securitypolicyviolation', () => violations++);";
  const send = `${violations} setTimeout(() => console.log(JSON.stringify({ ...report(), violations })), 50);`;
  const server = createServer(async ({ url = '/' }, response) => {
    response.setHeader('content-security-policy', policy);
    response.setHeader('content-type', url === '/' ? 'text/html' : 'text/javascript');
    if (url === '/')
      response.end(
        '<!doctype html><link rel="icon" href="data:,"><script type="module" src="/main.js"></script>',
      );
    else if (url === '/main.js') response.end(program(`/${entry}.js`, send));
    else response.end(await readFile(dist + url));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    return await runPage({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` });
  } finally {
    server.close();
  }
}

const strict = "default-src 'self'; img-src data:";

test.each([
  ['index', strict, 'ts'],
  ['index', `${strict}; script-src 'self' 'wasm-unsafe-eval'`, 'wasm'],
  ['no-wasm', strict, 'ts'],
])('Chromium: %s under "%s" runs %s', async (entry, policy, name) => {
  const { tokens } = await inNode;
  expect(await inPage(entry, policy)).toMatchObject({ name, tokens });
});

test('Chromium: no-wasm files no violation report', async () => {
  expect(await inPage('no-wasm', strict)).toMatchObject({ violations: 0 });
});

test('a refusal is told in why', async () => {
  expect(await inWorker('index', '2024-01-01')).toMatchObject({
    why: expect.stringMatching(/^WebAssembly was refused: .*Wasm code generation/),
  });
});
