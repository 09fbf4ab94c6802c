// How fast the scanner is, as ratios:
//   npm run bench:scanner [-- --host node --processes 5 --rounds 9 --sizes 64,1024 --only JSON]
//
//   ts       nanoseconds per unit of the TypeScript engine
//   wasm     how many times faster the WASM engine is
//   chosen   the same of the engine that the thresholds choose
//   hand     how many times slower a straightforward hand-written loop is than the TypeScript engine
import { readFileSync } from 'node:fs';
import { bundle } from '../../build/bundle.mjs';
import { hosts } from './hosts.mjs';
import { option } from './option.mjs';

const name = option('host', 'node');
const host = hosts[name];
if (!host) throw new Error(`--host is one of ${Object.keys(hosts).join(', ')}`);
const sizes = option('sizes', '4,16,48,64,256,1024,16384,262144').split(',').map(Number);
const rounds = Number(option('rounds', 9));
const processes = Number(option('processes', 5));

const url = new URL(await bundle('test/bench/scanner.ts'));
const source = readFileSync(url, 'utf8');
const { subjects, median } = await import(url);

console.log(`${name} ${host.version()}, medians of ${processes} processes`);
for (const subject of Object.keys(subjects).filter((key) => key.includes(option('only', '')))) {
  const runs = [];
  while (runs.length < processes) runs.push(await host.run(source, { subject, sizes, rounds }));
  console.log(`\n${subject}`);
  console.log('  units   text       ts   wasm chosen   hand');
  runs[0].forEach(({ size, mixed, hand: hasHand }, index) => {
    const of = (figure) =>
      median(runs.map((rows) => figure(rows[index])))
        .toFixed(2)
        .padStart(7);
    const hand = hasHand ? of((row) => row.hand / row.ts) : '';
    console.log(
      `${String(size).padStart(7)}   ${mixed ? 'mixed' : 'ascii'}${of((row) => row.ts)}${of((row) => row.ts / row.wasm)}${of((row) => row.ts / row.chosen)}${hand}`,
    );
  });
}
