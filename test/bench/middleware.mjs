// How much CPU the middleware costs, as ratios. Exits 1 if one is above its bar:
//   npm run bench:middleware [-- --processes 5 --rounds 7 --only argument]
//
//   ours     milliseconds of a stream of 4-unit deltas through `wrapLanguageModel` of AI SDK 7 and our middleware
//   base     the same through one that pipes the stream through an identity `TransformStream`
//   ratio    ours over base
//   bar      what it may be
import { readFileSync } from 'node:fs';
import { bundle } from '../../build/bundle.mjs';
import { hosts } from './hosts.mjs';
import { option } from './option.mjs';

const host = hosts.node;
const rounds = Number(option('rounds', 7));
const processes = Number(option('processes', 5));

const url = new URL(await bundle('test/bench/middleware.ts'));
const source = readFileSync(url, 'utf8');
const { subjects, median } = await import(url);

console.log(`node ${host.version()}, medians of ${processes} processes`);
console.log(`${'subject'.padEnd(30)}    ours    base   ratio     bar`);
for (const [subject, { bar }] of Object.entries(subjects)) {
  if (!subject.includes(option('only', ''))) continue;
  const rows = [];
  while (rows.length < processes) rows.push(await host.run(source, { subject, rounds }));
  const of = (figure) => median(rows.map(figure));
  const ratio = of((row) => row.ours / row.base);
  const figures = [of((row) => row.ours), of((row) => row.base), ratio, bar];
  console.log(subject.padEnd(30) + figures.map((figure) => figure.toFixed(2).padStart(8)).join(''));
  if (ratio > bar) process.exitCode = 1;
}
