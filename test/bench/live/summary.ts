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

const NOTE = `In parentheses: 95 % intervals, Wilson's for rates, by bootstrap over cases for tokens. Tokens are means per cell, as the provider counts them, all requests together; time is the median per cell. Differences are over the cases that both have done. "open" cells had an error or were not run: the same command tries them again.`;

export function summarize(results: Results): string {
  const { models, cases } = results;
  const parts = models.flatMap((model) => [
    `## ${model}`,
    ...(['call', 'task'] as const)
      .filter((kind) => cases.some((one) => one.kind === kind))
      .flatMap((kind) => summarizeKind(results, model, kind)),
    ...listWrong(results, model),
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
  const right = done.filter(({ isRight }) => isRight).length;
  const tokens = (figure: Figure) => withInterval(bootstrap(perCase(done, figure), mean), whole);
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

/** A variation against the first, over the cases that both have done. */
function describeDifference(group: Group, base: Group): string[] {
  const inBoth = (one: Outcome) =>
    [group, base].every(({ done }) => done.some((other) => other.case === one.case));
  const [ours, theirs] = [group.done.filter(inBoth), base.done.filter(inBoth)];
  const rateOf = (list: Outcome[]) => rate(list.filter(({ isRight }) => isRight).length, list.length);
  const points = rateDifference(rateOf(ours), rateOf(theirs));
  const times = [ours, theirs].map((list) => median(figuresOf(list, 'latency')));
  const change = (figure: Figure) => withInterval(relativeChange(ours, theirs, figure), signedPercent);
  return [
    `${group.name} − ${base.name}`,
    '',
    ours.length === 0 ? '–' : `${withInterval(points, signedPoints)} points`,
    change('inputTokens'),
    change('outputTokens'),
    ours.length === 0 ? '–' : signedPercent((times[0] as number) / (times[1] as number) - 1),
    '',
  ];
}

/** How much more a figure is, as a share; resampled by cases, since the goes at one case are alike. */
function relativeChange(ours: Outcome[], theirs: Outcome[], figure: Figure): Estimate {
  const pairs = [...new Set(ours.map((one) => one.case))]
    .map((name) =>
      [ours, theirs].map((list) =>
        mean(
          figuresOf(
            list.filter((one) => one.case === name),
            figure,
          ),
        ),
      ),
    )
    .filter((pair) => pair.every(Number.isFinite)) as [number, number][];
  return bootstrap(pairs, (list) => mean(list.map(([a]) => a)) / mean(list.map(([, b]) => b)) - 1);
}

/** Means per case, of those whose figure is known. */
const perCase = (list: readonly Outcome[], figure: Figure) =>
  [...new Set(list.map((one) => one.case))]
    .map((name) =>
      mean(
        figuresOf(
          list.filter((one) => one.case === name),
          figure,
        ),
      ),
    )
    .filter(Number.isFinite);

const figuresOf = (list: readonly Outcome[], figure: Figure) =>
  list.map((one) => one[figure]).filter((value) => typeof value === 'number');

function describeCases(cases: readonly Case[], groups: readonly Group[]): string[][] {
  const head = ['case', ...groups.flatMap(({ name }) => [name, 'tokens out'])];
  const rows = cases.map(({ name }) => [
    name,
    ...groups.flatMap(({ done }) => {
      const goes = done.filter((one) => one.case === name);
      const right = goes.filter(({ isRight }) => isRight).length;
      return [`${right}/${goes.length}`, whole(mean(figuresOf(goes, 'outputTokens')))];
    }),
  ]);
  return [head, ...rows];
}

/** Units shown of what was wrong. */
const SHOWN = 200;

function listWrong({ outcomes }: Results, model: string): string[] {
  const wrong = outcomes.filter((one) => one.model === model && (one.error || !one.isRight));
  if (wrong.length === 0) return [];
  const counts = new Map<string, number>();
  for (const one of wrong) {
    const text = `${nameOf(one)}, ${one.case}: ${one.error ? `error ${one.error}` : one.why}`;
    const line = text.replace(/\s+/g, ' ').slice(0, SHOWN);
    counts.set(line, (counts.get(line) ?? 0) + 1);
  }
  return ['### Wrong or open', [...counts].map(([line, times]) => `- ${times} × ${line}`).join('\n')];
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
