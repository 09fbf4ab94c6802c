// Serves a folder under a Content-Security-Policy, as a host of static files does.
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import type { Server } from './examples.ts';

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain',
};

export async function serveFolder(folder: string, policy: string): Promise<Server> {
  const server = createServer(async ({ url = '/' }, response) => {
    const { pathname } = new URL(url, 'http://localhost'); // without any `..`
    const file = join(folder, pathname === '/' ? 'index.html' : pathname);
    const bytes = await readFile(file).catch(() => undefined);
    response.writeHead(bytes ? 200 : 404, {
      'content-security-policy': policy,
      'content-type': types[extname(file)] ?? 'application/octet-stream',
    });
    response.end(bytes);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
