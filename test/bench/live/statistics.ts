// Figures with the 95 % intervals that they lie in.
import { Random } from '../../support/random.ts';

export interface Estimate {
  readonly value: number;
  readonly low: number;
  readonly high: number;
}

/** The 97.5 % quantile of the normal distribution. */
const Z = 1.959964;

/** A rate with its Wilson interval, which holds for few trials and for rates at 0 and 1 too. */
export function rate(successes: number, trials: number): Estimate {
  if (trials === 0) return { value: Number.NaN, low: 0, high: 1 };
  const value = successes / trials;
  const centre = value + Z ** 2 / (2 * trials);
  const half = Z * Math.sqrt((value * (1 - value)) / trials + Z ** 2 / (4 * trials ** 2));
  const scale = 1 + Z ** 2 / trials;
  return { value, low: Math.max(0, (centre - half) / scale), high: Math.min(1, (centre + half) / scale) };
}

/** `a - b` of two rates, with Newcombe's interval. */
export function rateDifference(a: Estimate, b: Estimate): Estimate {
  const value = a.value - b.value;
  return {
    value,
    low: value - Math.hypot(a.value - a.low, b.high - b.value),
    high: value + Math.hypot(a.high - a.value, b.value - b.low),
  };
}

export const mean = (list: readonly number[]) => list.reduce((sum, item) => sum + item, 0) / list.length;

const SAMPLES = 4000;

/**
 * A figure of a list with its bootstrap interval: that of the figure over lists drawn from it, with replacement. Draws
 * are seeded, so the same list gives the same interval. A list of one tells nothing of how figures vary.
 */
export function bootstrap<T>(list: readonly T[], figure: (list: readonly T[]) => number): Estimate {
  if (list.length < 2) return { value: figure(list), low: Number.NaN, high: Number.NaN };
  const random = new Random(list.length + 1);
  const figures = Array.from({ length: SAMPLES }, () => figure(list.map(() => random.pick(list))));
  figures.sort((a, b) => a - b);
  const at = (share: number) => figures[Math.round(share * (SAMPLES - 1))] as number;
  return { value: figure(list), low: at(0.025), high: at(0.975) };
}
