// Builds a JavaScript value of what is read, for values that can't be written before they are whole.
import { decodeEscapes } from './escapes.ts';
import { setOwn } from './literal.ts';
import type { Bracket, ValueSink } from './value-sink.ts';

type Container = unknown[] | Record<string, unknown>;

export class ValueBuilder implements ValueSink {
  /** The value, once it is whole. */
  value: unknown;
  readonly #open: Container[] = [];
  readonly #keys: string[] = [];
  #text = '';

  /** How many brackets are open. */
  get depth(): number {
    return this.#open.length;
  }

  open(bracket: Bracket): void {
    const container = bracket === '[' ? [] : {};
    this.#add(container);
    this.#open.push(container);
  }

  close(): void {
    this.value = this.#open.pop();
  }

  key(key: string): void {
    this.#keys[this.#open.length] = key;
  }

  openString(): void {
    this.#text = '';
  }

  stringPiece(text: string, isEscaped: boolean): void {
    this.#text += isEscaped ? decodeEscapes(text) : text;
  }

  closeString(): void {
    this.#add(this.#text);
  }

  word(text: string): void {
    let value: unknown = text;
    try {
      value = JSON.parse(text);
    } catch {
      // a bare word is a string
    }
    this.#add(value);
  }

  #add(value: unknown): void {
    const parent = this.#open.at(-1);
    if (Array.isArray(parent)) parent.push(value);
    else if (parent) setOwn(parent, this.#keys[this.#open.length] ?? '', value);
    else this.value = value;
  }
}
