// The parameters of a call of elements on their way to the argument writer: text that the schema wants streams, any
// other parameter is a tree that is written when it is whole, and one that a second element of its name may add to
// waits for the end of the call.
import { anything, type Shape } from '../arguments/json-schema.ts';
import { maxDepth } from '../arguments/literal.ts';
import type { ArgumentWriter } from '../arguments/writer.ts';
import { childShape, Element, isRepeatable } from './element.ts';
import type { TagReader } from './tag.ts';

export class Parameters {
  readonly #writer: ArgumentWriter;
  #shape: Shape = anything;
  /** Open elements: the parameter, and those in it. */
  #open: Element[] = [];
  /** Open elements that are too deep to be read as such. */
  #deeper = 0;
  /** The text of the parameter, if it is a tree: in pieces, for the text of one element costs no more than its own. */
  #content: string[] = [];
  /** Values that more elements may add to, by name. */
  #waiting = new Map<string, unknown[]>();

  constructor(writer: ArgumentWriter) {
    this.#writer = writer;
  }

  /** Readies it for a call. */
  begin(shape: Shape): void {
    this.#shape = shape;
    this.#open = [];
    this.#deeper = 0;
    this.#waiting = new Map();
  }

  /** Starts the arguments with those that the call's own tag has. */
  start(attributes: ReadonlyMap<string, string>): void {
    this.#writer.open('{');
    for (const [key, value] of attributes) {
      if (this.#shape.keys.size > 0 && !this.#shape.keys.has(key)) continue;
      this.#writer.key(key);
      this.#writer.value(value, true);
    }
  }

  /** The innermost open element. */
  get top(): Element | undefined {
    return this.#open.at(-1);
  }

  /** Whether an element of this name is open. */
  isOpen(name: string): boolean {
    return this.#open.some((element) => element.name === name);
  }

  /** Whether one of this name is open around the innermost. */
  hasOuter(name: string): boolean {
    const index = this.#open.findIndex((element) => element.name === name);
    return index >= 0 && index < this.#open.length - 1;
  }

  /** Whether the schema declares this name where the next element stands. */
  declares(name: string): boolean {
    return (this.top?.shape ?? this.#shape).keys.has(name);
  }

  /** Opens an element. */
  open({ name, raw, attributes, isEmpty }: TagReader): void {
    if (this.#open.length > maxDepth) {
      this.addText(raw, false);
      if (!isEmpty) this.#deeper++;
      return;
    }
    const shape = childShape(this.top?.shape ?? this.#shape, name);
    if (this.top) this.#content.push(raw);
    else this.#content = [];
    const element = new Element(name, shape, attributes, this.#content.length);
    this.#open.push(element);
    if (this.#open.length === 1 && element.isText) {
      this.#writer.key(name);
      this.#writer.openText();
    }
    if (isEmpty) this.#closeTop();
  }

  /** Text in the innermost element; `isLiteral`: with no layout around it. */
  addText(text: string, isLiteral: boolean): void {
    const element = this.top as Element;
    element.hasMarkup ||= !isLiteral && text.includes('<');
    const certain = isLiteral ? element.layout.feedLiteral(text) : element.layout.feed(text);
    if (this.#open.length === 1 && element.isText) {
      if (certain !== '') this.#writer.textPiece(certain);
      return;
    }
    element.text += certain;
    this.#content.push(text);
  }

  /** Closes the innermost element of this name, and those in it; what closes nothing is odd markup. */
  close(name: string, raw: string): void {
    const index = this.#open.findLastIndex((element) => element.name === name);
    if (this.#deeper > 0) this.#deeper--;
    else if (index < 0) (this.top as Element).isUnpaired = true;
    else {
      if (index < this.#open.length - 1) (this.#open[index] as Element).isUnpaired = true;
      while (this.#open.length > index) this.#closeTop();
    }
    this.#content.push(raw);
  }

  /** Closes the innermost element. */
  closeText(raw: string): void {
    this.#closeTop();
    this.#content.push(raw);
  }

  /** Ends the arguments with those that waited; false if a parameter was still open. */
  finish(): boolean {
    const isClosed = this.#open.length === 0;
    while (this.#open.length > 0) this.#closeTop();
    for (const [name, values] of this.#waiting) {
      this.#writer.key(name);
      this.#writer.value(values.length === 1 ? values[0] : values, true);
    }
    this.#writer.close('{');
    return isClosed;
  }

  #closeTop(): void {
    const element = this.#open.pop() as Element;
    if (!this.top && element.isText) {
      this.#writer.textPiece(element.layout.finish());
      this.#writer.closeString();
      return;
    }
    const value = element.value(() => this.#content.slice(element.start).join(''));
    if (this.top) this.top.add(element.name, value);
    else this.#write(element, value);
  }

  #write({ name, shape }: Element, value: unknown): void {
    const values = this.#waiting.get(name);
    if (values) values.push(value);
    else if (isRepeatable(shape)) this.#waiting.set(name, [value]);
    else {
      this.#writer.key(name);
      this.#writer.value(value, true);
    }
  }
}
