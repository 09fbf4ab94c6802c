import { createRequire } from 'node:module';
import { resolve } from 'node:path';

// Turbopack reads nothing above its root: take the folder whose node_modules has Next.
const next = createRequire(import.meta.url).resolve('next/package.json');

export default { turbopack: { root: resolve(next, '../../..') } };
