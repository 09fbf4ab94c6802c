// A value kept for later: arguments that come before the name of their tool are played back once it is known.
import type { Bracket, ValueSink } from './value-sink.ts';

export class Recording implements ValueSink {
  readonly #steps: ((sink: ValueSink) => void)[] = [];

  open(bracket: Bracket): void {
    this.#steps.push((sink) => sink.open(bracket));
  }

  close(bracket: Bracket): void {
    this.#steps.push((sink) => sink.close(bracket));
  }

  key(key: string): void {
    this.#steps.push((sink) => sink.key(key));
  }

  openString(): void {
    this.#steps.push((sink) => sink.openString());
  }

  stringPiece(text: string, isEscaped: boolean, isUnsafe: boolean): void {
    this.#steps.push((sink) => sink.stringPiece(text, isEscaped, isUnsafe));
  }

  closeString(): void {
    this.#steps.push((sink) => sink.closeString());
  }

  word(text: string): void {
    this.#steps.push((sink) => sink.word(text));
  }

  /** Does to `sink` what was done here. */
  play(sink: ValueSink): void {
    for (const step of this.#steps) step(sink);
  }
}
