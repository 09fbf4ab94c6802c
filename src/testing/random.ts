// A small seeded generator: the same seed gives the same run on every host.

export class Random {
  #x: number;

  constructor(seed: number) {
    this.#x = seed >>> 0 || 1;
  }

  /** A whole number from 0 to `n - 1`. */
  below(n: number): number {
    this.#x = (Math.imul(this.#x, 1664525) + 1013904223) >>> 0;
    return Math.floor((this.#x / 4294967296) * n);
  }

  /** True once in `n` times. */
  oneIn(n: number): boolean {
    return this.below(n) === 0;
  }

  pick<T>(list: ArrayLike<T>): T {
    return list[this.below(list.length)] as T;
  }

  /** `text` in pieces of 0 to `most` units. */
  cut(text: string, most: number): string[] {
    const deltas: string[] = [];
    for (let at = 0; at < text.length; ) {
      const size = this.oneIn(20) ? 0 : 1 + this.below(most);
      deltas.push(text.slice(at, at + size));
      at += size;
    }
    return deltas;
  }
}
