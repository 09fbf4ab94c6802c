// The summary of the cells: per model, calls and tasks; per variation, how many were right, tokens and time; and every
// variation against the first.
import { median } from '../median.ts';
import type { Case } from './case.ts';
import type { Outcome } from './cell.ts';
import { bootstrap, type Estimate, mean, rate, rateDifference } from './statistics.ts';
import { toMarkdown } from './table.ts';
import { nameOf, type Variation } from './variation.ts';

export interface Results {
  readonly models: readonly string[];
  readonly variations: readonly Variation[];
  readonly cases: readonly Case[];
  readonly reps: number;
  /** One per cell that was run; those with an error count as open. */
  readonly outcomes: readonly Outcome[];
}

/** A model's outcomes in one variation. */
interface Group {
  readonly name: string;
  readonly done: readonly Outcome[];
  /** Cells that have no answer. */
  readonly open: number;
}

type Figure = 'inputTokens' | 'outputTokens' | 'latency';

const NOTE = `In parentheses: 95 % intervals, Wilson's for rates, by bootstrap over cases for tokens. Tokens are means per cell, as the provider counts them, all requests together; time is the median per cell. Differences are over the cases that both have done; in tokens and time, over right answers to the same cases. "open" cells had an error or were not run: the same command tries them again.`;

/** All of it as Markdown; of what was wrong, so many lines per model. */
export function summarize(results: Results, mostWrong = Number.POSITIVE_INFINITY): string {
  const { models, cases } = results;
  const parts = models.flatMap((model) => [
    `## ${model}`,
    ...(['call', 'task'] as const)
      .filter((kind) => cases.some((one) => one.kind === kind))
      .flatMap((kind) => summarizeKind(results, model, kind)),
    ...listWrong(results, model, mostWrong),
  ]);
  return ['# Live benchmark', ...parts, NOTE].join('\n\n');
}

function summarizeKind(results: Results, model: string, kind: Case['kind']): string[] {
  const cases = results.cases.filter((one) => one.kind === kind);
  const groups = results.variations.map((variation): Group => {
    const done = results.outcomes.filter(
      (one) => one.model === model && one.kind === kind && !one.error && isOf(one, variation),
    );
    return { name: nameOf(variation), done, open: cases.length * results.reps - done.length };
  });
  const [first, ...others] = groups as [Group, ...Group[]];
  const head = ['', 'right', 'rate', 'tokens in', 'tokens out', 'time', 'open'];
  const rows = groups.map(describeGroup);
  const differences = others.map((group) => describeDifference(group, first));
  return [
    `### ${kind === 'call' ? 'Calls' : 'Agent tasks'}: ${cases.length} cases × ${results.reps}`,
    toMarkdown([head, ...rows, ...differences]),
    toMarkdown(describeCases(cases, groups)),
  ];
}

const isOf = (one: Outcome, { mode, ablation }: Variation) => one.mode === mode && one.ablation === ablation;

function describeGroup({ name, done, open }: Group): string[] {
  const right = done.filter(isRight).length;
  const tokens = (figure: Figure) =>
    withInterval(bootstrap([...perCase(done, figure).values()], mean), whole);
  return [
    name,
    `${right}/${done.length}`,
    withInterval(rate(right, done.length), percent),
    tokens('inputTokens'),
    tokens('outputTokens'),
    done.length === 0 ? '–' : `${whole(median(figuresOf(done, 'latency')))} ms`,
    String(open),
  ];
}

/**
 * A variation against the first, over the cases that both have done. Tokens and time are those of right answers to the
 * same cases: who gives up early is not thrifty.
 */
function describeDifference(group: Group, base: Group): string[] {
  const [ours, theirs] = sameCases(group.done, base.done);
  const [right, rightBase] = sameCases(ours.filter(isRight), theirs.filter(isRight));
  const rateOf = (list: Outcome[]) => rate(list.filter(isRight).length, list.length);
  const time = medianTime(right) / medianTime(rightBase) - 1;
  const change = (figure: Figure) => withInterval(relativeChange(right, rightBase, figure), signedPercent);
  return [
    `${group.name} − ${base.name}`,
    '',
    ours.length === 0
      ? '–'
      : `${withInterval(rateDifference(rateOf(ours), rateOf(theirs)), signedPoints)} points`,
    change('inputTokens'),
    change('outputTokens'),
    Number.isFinite(time) ? signedPercent(time) : '–',
    '',
  ];
}

const isRight = (one: Outcome) => one.isRight === true;
const medianTime = (list: Outcome[]) => median(figuresOf(list, 'latency'));

/** Both lists without the cases that the other lacks. */
function sameCases(a: readonly Outcome[], b: readonly Outcome[]): [Outcome[], Outcome[]] {
  const without = (list: readonly Outcome[], other: readonly Outcome[]) => {
    const names = new Set(other.map((one) => one.case));
    return list.filter((one) => names.has(one.case));
  };
  return [without(a, b), without(b, a)];
}

/** How much more a figure is, as a share; resampled by cases, since the goes at one case are alike. */
function relativeChange(ours: Outcome[], theirs: Outcome[], figure: Figure): Estimate {
  const base = perCase(theirs, figure);
  const pairs = [...perCase(ours, figure)].flatMap(([name, value]): [number, number][] => {
    const other = base.get(name);
    return other === undefined ? [] : [[value, other]];
  });
  return bootstrap(pairs, (list) => mean(list.map(([a]) => a)) / mean(list.map(([, b]) => b)) - 1);
}

/** Means by case, of those whose figure is known. */
function perCase(list: readonly Outcome[], figure: Figure): Map<string, number> {
  const means = new Map<string, number>();
  for (const name of new Set(list.map((one) => one.case))) {
    const goes = list.filter((one) => one.case === name);
    const value = mean(figuresOf(goes, figure));
    if (Number.isFinite(value)) means.set(name, value);
  }
  return means;
}

const figuresOf = (list: readonly Outcome[], figure: Figure) =>
  list.map((one) => one[figure]).filter((value) => typeof value === 'number');

function describeCases(cases: readonly Case[], groups: readonly Group[]): string[][] {
  const head = ['case', ...groups.flatMap(({ name }) => [name, 'tokens out'])];
  const rows = cases.map(({ name }) => [
    name,
    ...groups.flatMap(({ done }) => {
      const goes = done.filter((one) => one.case === name);
      const right = goes.filter(isRight).length;
      return [`${right}/${goes.length}`, whole(mean(figuresOf(goes, 'outputTokens')))];
    }),
  ]);
  return [head, ...rows];
}

/** Units shown of what was wrong. */
const SHOWN = 200;

function listWrong({ outcomes }: Results, model: string, most: number): string[] {
  const wrong = outcomes.filter((one) => one.model === model && (one.error || !isRight(one)));
  if (wrong.length === 0) return [];
  const counts = new Map<string, number>();
  for (const one of wrong) {
    const text = `${nameOf(one)}, ${one.case}: ${one.error ? `error ${one.error}` : one.why}`;
    const line = text.replace(/\s+/g, ' ').slice(0, SHOWN);
    counts.set(line, (counts.get(line) ?? 0) + 1);
  }
  const lines = [...counts].map(([line, times]) => `- ${times} × ${line}`);
  const rest = lines.length > most ? [`- and ${lines.length - most} more`] : [];
  return ['### Wrong or open', [...lines.slice(0, most), ...rest].join('\n')];
}

type Show = (value: number) => string;

const whole: Show = (value) => (Number.isFinite(value) ? value.toFixed(0) : '–');
const percent: Show = (value) => `${(100 * value).toFixed(1)} %`;
const signed = (value: number, digits: number) =>
  `${value < 0 ? '−' : '+'}${Math.abs(value).toFixed(digits)}`;
const signedPercent: Show = (value) => `${signed(100 * value, 1)} %`;
const signedPoints: Show = (value) => signed(100 * value, 1);

function withInterval({ value, low, high }: Estimate, show: Show): string {
  if (!Number.isFinite(value)) return '–';
  return Number.isFinite(low) ? `${show(value)} (${show(low)} … ${show(high)})` : show(value);
}
