// How far it is: a bar that stays in its line on a terminal, a line per cell elsewhere.
import type { Outcome } from './cell.ts';
import { nameOf } from './variation.ts';

export interface Output {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string): unknown;
}

const BAR = 24;

export class Progress {
  readonly #out: Output;
  readonly #total: number;
  readonly #start = performance.now();
  /** Right ones and all, by variation. */
  readonly #scores = new Map<string, { right: number; done: number }>();
  #done = 0;
  #errors = 0;

  constructor(out: Output, total: number) {
    this.#out = out;
    this.#total = total;
  }

  add(outcome: Outcome): void {
    this.#done++;
    if (outcome.error) this.#errors++;
    else this.#score(outcome);
    if (this.#out.isTTY) this.#draw(outcome);
    else this.#out.write(`${this.#done}/${this.#total} ${describe(outcome)}\n`);
  }

  /** A line of its own. */
  say(text: string): void {
    this.#out.write(`${this.#out.isTTY ? CLEAR : ''}${text}\n`);
  }

  /** Takes the bar away. */
  finish(): void {
    if (this.#out.isTTY) this.#out.write(CLEAR);
  }

  #score(outcome: Outcome): void {
    const name = nameOf(outcome);
    const score = this.#scores.get(name) ?? { right: 0, done: 0 };
    this.#scores.set(name, { right: score.right + (outcome.isRight ? 1 : 0), done: score.done + 1 });
  }

  #draw(outcome: Outcome): void {
    const filled = Math.round((BAR * this.#done) / this.#total);
    const bar = '█'.repeat(filled) + '░'.repeat(BAR - filled);
    const scores = [...this.#scores].map(([name, { right, done }]) => `${name} ${right}/${done}`);
    if (this.#errors > 0) scores.push(`errors ${this.#errors}`);
    const left = ((performance.now() - this.#start) / this.#done) * (this.#total - this.#done);
    const parts = [
      `${bar} ${this.#done}/${this.#total}`,
      ...scores,
      `${Math.ceil(left / 1000)} s left`,
      outcome.case,
    ];
    this.#out.write(CLEAR + parts.join('  ').slice(0, (this.#out.columns ?? 80) - 1));
  }
}

/** To the start of the line, and all of it away. */
const CLEAR = '\r\x1b[K';

function describe(outcome: Outcome): string {
  const { model, case: name, rep, isRight, why, error, inputTokens, outputTokens, latency } = outcome;
  const head = `${model} ${nameOf(outcome)} "${name}" ${rep}:`;
  if (error) return `${head} error ${error}`;
  const figures = `${inputTokens ?? '?'} → ${outputTokens ?? '?'} tokens, ${latency} ms`;
  return `${head} ${isRight ? 'right' : 'wrong'}, ${figures}${why ? `, ${why}` : ''}`;
}
