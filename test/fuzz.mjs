// The differential fuzz run for as long as wanted: npm run fuzz -- --minutes 10 [--seed 1]
import { bundle } from '../build/bundle.mjs';

const option = (name, fallback) => {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? fallback : Number(process.argv[at + 1]);
};
const { fuzz } = await import(await bundle('test/support/fuzz.ts'));
const until = Date.now() + option('minutes', 1) * 60_000;
const seed = option('seed', Date.now() % 1_000_000);
console.log(`fuzzing from seed ${seed}`);
console.log(fuzz(seed, () => Date.now() > until));
