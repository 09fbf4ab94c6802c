// An element of a call's XML and what it says as a value: text, or an object of its children. What the schema wants
// of a value is left to the argument writer; here it only tells text from markup.
import {
  anything,
  itemShape,
  propertyKey,
  propertyShape,
  type Shape,
  Type,
} from '../arguments/json-schema.ts';
import { setOwn } from '../arguments/literal.ts';
import { TextLayout } from './text-layout.ts';

/** Whether a value of this shape is text, whatever tags it holds. */
const isText = ({ types }: Shape) =>
  (types & Type.String) !== 0 && (types & (Type.Array | Type.Object)) === 0;

/** A name longer than this makes no marker of its own: what it holds is no raw text. */
const MAX_NAME = 200;

/** Whether a value of this shape may be text. */
const mayBeText = ({ types }: Shape) => types === 0 || (types & Type.String) !== 0;

/** Whether more elements of the same name may add to a value of this shape. */
export const isRepeatable = ({ types }: Shape) => types === 0 || (types & Type.Array) !== 0;

/** The shape of an element in one of this shape: a property, an item, or a property of an item. */
export function childShape(shape: Shape, name: string): Shape {
  if (shape.types & Type.Object) {
    const found = shape.findProperty(propertyKey(shape, name));
    if (found) return found;
  }
  if (!(shape.types & Type.Array)) return anything;
  if (/^\d+$/.test(name)) return itemShape(shape, Number(name));
  const item = itemShape(shape, 0);
  return item.keys.has(name) ? propertyShape(item, name) : item;
}

export class Element {
  readonly name: string;
  readonly shape: Shape;
  readonly attributes: ReadonlyMap<string, string>;
  /** Whether it is raw text, whatever tags it holds. */
  readonly isText: boolean;
  readonly layout = new TextLayout();
  /** Where its content starts among the pieces of its parameter. */
  readonly start: number;
  /** Its text, that of its children aside. */
  text = '';
  /** Whether there has been a `<` in its text. */
  hasMarkup = false;
  /** Whether tags in it are not paired. */
  isUnpaired = false;
  #children: Record<string, unknown> | undefined;
  readonly #repeated = new Set<string>();

  constructor(name: string, shape: Shape, attributes: ReadonlyMap<string, string>, start: number) {
    this.name = name;
    this.shape = shape;
    this.attributes = attributes;
    this.isText = isText(shape) && name.length <= MAX_NAME;
    this.start = start;
  }

  /** Adds the value of a child; repeated ones make an array. */
  add(name: string, value: unknown): void {
    this.#children ??= {};
    if (!Object.hasOwn(this.#children, name)) setOwn(this.#children, name, value);
    else if (this.#repeated.has(name)) (this.#children[name] as unknown[]).push(value);
    else {
      this.#repeated.add(name);
      setOwn(this.#children, name, [this.#children[name], value]);
    }
  }

  /** Its value. `content` gives all that stands in it: if it may be text, tags that make no sense as data are part of it. */
  value(content: () => string): unknown {
    const text = this.text + this.layout.finish();
    const isMixed = this.#children !== undefined && text.trim() !== '';
    const isMarkup = this.isUnpaired || isMixed || (this.#children !== undefined && isText(this.shape));
    if (isMarkup && mayBeText(this.shape)) return withoutLayout(content());
    if (this.#children === undefined && (text.trim() !== '' || this.attributes.size === 0)) return text;
    const record = {};
    if (isMixed) setOwn(record, '#text', text.trim());
    for (const [key, value] of this.attributes) setOwn(record, key, value);
    for (const key of Object.keys(this.#children ?? {})) setOwn(record, key, this.#children?.[key]);
    return this.shape.types === 0 ? (untypedList(record) ?? record) : record;
  }
}

function withoutLayout(text: string): string {
  const layout = new TextLayout();
  return layout.feed(text) + layout.finish();
}

/** A list that no schema tells: `<item>`s and nothing else, or `<0>`, `<1>` and so on. */
function untypedList(record: Record<string, unknown>): unknown[] | undefined {
  const keys = Object.keys(record);
  if (keys.length === 1 && keys[0] === 'item')
    return Array.isArray(record.item) ? record.item : [record.item];
  return keys.every((key, index) => key === String(index)) ? keys.map((key) => record[key]) : undefined;
}
