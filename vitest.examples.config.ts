// `npm run test:examples`: every example on its real host, with the package as npm would publish it.
// Apart from `npm test`, as `next build` is slow, and one file after the other, as they time and count.
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/examples/*.test.ts'],
    globalSetup: 'test/support/install-examples.ts',
    fileParallelism: false,
    testTimeout: 60_000,
    hookTimeout: 180_000,
  },
});
