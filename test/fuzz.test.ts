// Law 7, every run: both engines, the same tokens, cut by cut. `npm run fuzz -- --minutes N` goes on for longer.
import { expect, test } from 'vitest';
import { fuzz } from './support/fuzz.ts';

test('both engines give the same tokens for every delta', { timeout: 120_000 }, () => {
  const report = fuzz(1, ({ comparisons }) => comparisons >= 1_000_000);
  expect(report.comparisons).toBeGreaterThanOrEqual(1_000_000);
});
