// Copies the examples to build/examples/ and unpacks what npm would publish into node_modules beside them, so that
// they find `toolwire` as a user's project does. All else they find in the node_modules of this repository.
import { execFile } from 'node:child_process';
import { cp, mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { examples, root } from './examples.ts';

const execute = promisify(execFile);

/** Runs before the tests. Needs `npm run build`. */
export default async function installExamples(): Promise<void> {
  const target = join(examples, 'node_modules/toolwire');
  await rm(examples, { recursive: true, force: true });
  const filter = (source: string) => !/\/(node_modules|\.next|\.wrangler)$/.test(source);
  await cp(join(root, 'examples'), examples, { recursive: true, filter });
  await mkdir(target, { recursive: true });
  const pack = ['pack', '--silent', '--ignore-scripts', '--pack-destination', examples];
  const { stdout } = await execute('npm', pack, { cwd: root });
  await execute('tar', ['-xzf', join(examples, stdout.trim()), '-C', target, '--strip-components=1']);
}
