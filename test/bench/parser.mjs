// How much CPU protocols cost, as ratios:
//   npm run bench:parser [-- --host node --processes 5 --rounds 7 --only argument]
//
//   ours     milliseconds: of a stream of 4-unit deltas through `createStreamParser`; of 1,000 short answers read whole
//   base     the same through an identity `TransformStream`; by `indexOf` and `JSON.parse`
//   ratio    ours over base
//   growth   the exponent by which ours grows from the size above to this one
import { readFileSync } from 'node:fs';
import { bundle } from '../../build/bundle.mjs';
import { hosts } from './hosts.mjs';
import { option } from './option.mjs';

const name = option('host', 'node');
const host = hosts[name];
if (!host) throw new Error(`--host is one of ${Object.keys(hosts).join(', ')}`);
const rounds = Number(option('rounds', 7));
const processes = Number(option('processes', 5));

const url = new URL(await bundle('test/bench/parser.ts'));
const source = readFileSync(url, 'utf8');
const { subjects, median } = await import(url);

console.log(`${name} ${host.version()}, medians of ${processes} processes`);
console.log(`${'subject'.padEnd(30)}    ours    base   ratio  growth`);
let above;
for (const subject of Object.keys(subjects).filter((key) => key.includes(option('only', '')))) {
  const rows = [];
  while (rows.length < processes) rows.push(await host.run(source, { subject, rounds }));
  const of = (figure) => median(rows.map(figure));
  const [, kind, size] = /^(.*) (\d+)$/.exec(subject);
  const row = { kind, size: Number(size), ours: of((row) => row.ours) };
  const growth =
    above?.kind === kind ? Math.log(row.ours / above.ours) / Math.log(row.size / above.size) : undefined;
  const figures = [row.ours, of((row) => row.base), of((row) => row.ours / row.base), growth];
  console.log(subject.padEnd(30) + figures.map((figure) => figure?.toFixed(2).padStart(8) ?? '').join(''));
  above = row;
}
