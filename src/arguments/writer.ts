// Hop 7 of a delta's path: values in, strict JSON text out, coerced along the tool's schema. A string that the schema
// allows streams while it is still being written; what may yet be coerced waits until it is whole. What was written is
// never taken back.
import { ValueBuilder } from './builder.ts';
import { coerceText, coerceValue } from './coerce.ts';
import { decodeEscapes, encodeString, toJsonEscapes } from './escapes.ts';
import {
  anything,
  itemShape,
  type JsonSchema,
  propertyKey,
  propertyShape,
  type Shape,
  shapeOf,
  Type,
} from './json-schema.ts';
import { accepts, everyType, shapeOfTypes } from './shape.ts';
import type { Bracket, ValueSink } from './value-sink.ts';

/** An open bracket. */
interface Frame {
  readonly isArray: boolean;
  readonly shape: Shape;
  /** Items written so far. */
  count: number;
  /** Keys written so far. */
  readonly keys: Set<string>;
}

const scalar = /* @__PURE__ */ shapeOfTypes(Type.Number | Type.Boolean | Type.Null);
const bracketed = /* @__PURE__ */ shapeOfTypes(Type.Array | Type.Object);
/** Stands for a value of which only its text will tell the type. */
const guessed = /* @__PURE__ */ shapeOfTypes(everyType & ~Type.String);

/** What JSON escapes in a string: quotes, backslashes, control characters, and halves of pairs, which may be alone. */
const unsafe = /[^ !#-[\]-\ud7ff\ue000-\uffff]/;

const jsonNumber = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

export class ArgumentWriter implements ValueSink {
  readonly #onDuplicate: () => void;
  #frames: Frame[] = [];
  /** What the schema wants of the next value. */
  #shape: Shape = anything;
  #written = '';
  #pending = '';
  /** The string that is being read, if it can't be written yet. */
  #buffer: string | undefined;
  /** Whether that string has no type of its own. */
  #isText = false;
  /** Collects the brackets that are being read, if they can't be written yet. */
  #builder: ValueBuilder | undefined;
  /** Whether what it collects is left out. */
  #isLeftOut = false;

  /** `onDuplicate` is told of a key that came twice: the second value is left out. */
  constructor(onDuplicate: () => void) {
    this.#onDuplicate = onDuplicate;
  }

  /** Starts a call's arguments. */
  begin(schema: JsonSchema | undefined): void {
    this.#frames = [];
    this.#shape = shapeOf(schema);
    this.#written = this.#pending = '';
    this.#buffer = this.#builder = undefined;
    this.#isLeftOut = false;
  }

  /** All that was written since `begin`. */
  get input(): string {
    return this.#written + this.#pending;
  }

  /** Its length. */
  get size(): number {
    return this.#written.length + this.#pending.length;
  }

  /** How many brackets are open. */
  get depth(): number {
    return this.#frames.length + (this.#builder?.depth ?? 0);
  }

  /** What was written since the last call of `take`. */
  take(): string {
    const delta = this.#pending;
    this.#written += delta;
    this.#pending = '';
    return delta;
  }

  /** Opens a bracket: written at once if the schema takes it, else kept, to be coerced when it is whole. */
  open(bracket: Bracket): void {
    if (!this.#builder) {
      this.#beforeValue();
      const { types } = this.#shape;
      const isArray = bracket === '[';
      if (types === 0 || (types & (isArray ? Type.Array : Type.Object)) !== 0) {
        this.#pending += bracket;
        this.#frames.push({ isArray, shape: this.#shape, count: 0, keys: new Set() });
        return;
      }
      this.#builder = new ValueBuilder();
    }
    this.#builder.open(bracket);
  }

  close(bracket: Bracket): void {
    if (!this.#builder) {
      this.#frames.pop();
      this.#pending += bracket === '[' ? ']' : '}';
      return;
    }
    this.#builder.close();
    this.#endBuilt();
  }

  key(given: string): void {
    if (this.#builder) {
      this.#builder.key(given);
      return;
    }
    const frame = this.#frames.at(-1);
    if (!frame) return;
    const key = propertyKey(frame.shape, given);
    if (frame.keys.has(key)) {
      this.#onDuplicate();
      this.#builder = new ValueBuilder();
      this.#isLeftOut = true;
      return;
    }
    frame.keys.add(key);
    this.#pending += `${frame.keys.size > 1 ? ',' : ''}${JSON.stringify(key)}:`;
    this.#shape = propertyShape(frame.shape, key);
  }

  openString(): void {
    this.#openString(false);
  }

  /**
   * Opens text that has no type of its own: a string only if the schema wants nothing else. Close it as a string.
   * `isGuessed`: where the schema says nothing, text that reads as another type is taken for it.
   */
  openText(isGuessed = false): void {
    if (isGuessed && this.#shape.types === 0) this.#shape = guessed;
    this.#openString(true);
  }

  /** A piece of such text. */
  textPiece(text: string): void {
    this.stringPiece(text, false, unsafe.test(text));
  }

  stringPiece(text: string, isEscaped: boolean, isUnsafe: boolean): void {
    if (this.#builder) this.#builder.stringPiece(text, isEscaped);
    else if (this.#buffer !== undefined) this.#buffer += isEscaped ? decodeEscapes(text) : text;
    else if (isUnsafe) this.#pending += isEscaped ? toJsonEscapes(text, decodeEscapes) : encodeString(text);
    else this.#pending += text;
  }

  closeString(): void {
    if (this.#builder) {
      this.#builder.closeString();
      this.#endBuilt();
    } else if (this.#buffer === undefined) this.#pending += '"';
    else {
      this.#pending += toJson(this.#coerceString(this.#buffer));
      this.#buffer = undefined;
    }
  }

  /** `isText`: it has no type of its own, and only where the schema says nothing it is what JSON makes of it. */
  word(text: string, isText = false): void {
    if (this.#builder) {
      this.#builder.word(text);
      this.#endBuilt();
      return;
    }
    this.#beforeValue();
    this.#pending += wordToJson(text, this.#shape, isText);
  }

  /** A whole value. `isText`: its strings have no type of their own. */
  value(value: unknown, isText = false): void {
    if (this.#builder) this.#endBuilt();
    else {
      this.#beforeValue();
      this.#pending += toJson(coerceValue(value, this.#shape, isText));
    }
  }

  /** Whether the schema of the open object declares this key. */
  declares(key: string): boolean {
    return this.#frames.at(-1)?.shape.keys.has(key) === true;
  }

  /** Whether the schema wants a string and nothing else at this path from the open object. */
  wantsText(path: readonly string[]): boolean {
    let shape = this.#frames.at(-1)?.shape ?? anything;
    for (const key of path) shape = propertyShape(shape, propertyKey(shape, key));
    return shape.types === Type.String && shape.choices === undefined;
  }

  /** Opens a string. It goes out as it is read if nothing the schema says could make something else of it. */
  #openString(isText: boolean): void {
    if (this.#builder) {
      this.#builder.openString();
      return;
    }
    this.#beforeValue();
    const { types, choices } = this.#shape;
    const isString = isText ? types === Type.String : (types & Type.String) !== 0;
    this.#isText = isText;
    if (choices === undefined && (isString || types === 0)) this.#pending += '"';
    else this.#buffer = '';
  }

  #coerceString(text: string): unknown {
    if (this.#shape === guessed) return coerceText(text, /^\s*[[{]/.test(text) ? bracketed : scalar);
    return this.#isText ? coerceText(text, this.#shape) : coerceValue(text, this.#shape);
  }

  /** A value is whole that was not written as it came. */
  #endBuilt(): void {
    const builder = this.#builder;
    if (!builder || builder.depth > 0) return;
    this.#builder = undefined;
    if (!this.#isLeftOut) this.#pending += toJson(coerceValue(builder.value, this.#shape));
    this.#isLeftOut = false;
  }

  /** In an array: the comma, and what the schema wants of this item. */
  #beforeValue(): void {
    const frame = this.#frames.at(-1);
    if (!frame?.isArray) return;
    if (frame.count > 0) this.#pending += ',';
    this.#shape = itemShape(frame.shape, frame.count);
    frame.count++;
  }
}

function wordToJson(word: string, shape: Shape, isText: boolean): string {
  const { types, choices } = shape;
  if (jsonNumber.test(word)) {
    // Of the choices `1` and `"1"`, the word is the number.
    if (choices !== undefined) return accepts(shape, Number(word)) ? word : fitWord(word, shape, isText);
    const isWanted = (types & Type.Number) !== 0 || ((types & Type.Integer) !== 0 && !/[.eE]/.test(word));
    return types === 0 || isWanted ? word : fitWord(word, shape, isText);
  }
  if (word === 'null' && (types === 0 || !isText || choices?.includes(null))) return word;
  if (word !== 'true' && word !== 'false') return toJson(coerceText(word, shape));
  return types === 0 || (types & Type.Boolean) !== 0 ? word : fitWord(word, shape, isText);
}

/** A number or a boolean that the schema does not want; it stays one if nothing else can be made of it. */
function fitWord(word: string, shape: Shape, isText: boolean): string {
  const fitted = coerceText(word, shape);
  return fitted === word && !isText && (shape.types & Type.String) === 0 ? word : toJson(fitted);
}

/** JSON text of a value; what JSON can't say is null. */
function toJson(value: unknown): string {
  return JSON.stringify(value) ?? 'null';
}
