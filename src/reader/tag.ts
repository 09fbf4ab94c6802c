// Reads one tag, unit by unit as it comes: `<name>`, `<name key="value">`, `<name/>`, `</name>`. What is no such tag is
// seen at its first wrong unit, so `a < b`, `<3` in a text and `<input disabled>` are not held for long.
import { decodeEntities } from '../arguments/escapes.ts';

/** Where `|` stands in `<name key="value"/>`. */
export const enum Tag {
  Name, //   <na|me
  Blank, //  <name |key
  Key, //    <name k|ey
  Equals, // <name key |=
  Value, //  <name key=|"
  Quoted, // <name key="va|lue"
  Bare, //   <name key=va|lue
  Slash, //  <name/|>
  Whole, //  <name>|
  None, //   <name!|     it is no tag
}

const isBlank = (unit: string) => unit === ' ' || unit === '\n' || unit === '\t' || unit === '\r';

/** Whether a unit may stand in a name; those of other alphabets may. */
const isNameUnit = (unit: string) => /[\w.:$@[\]-]/.test(unit) || unit >= '\xa1';

export class TagReader {
  /** What was read of it, as it stands. */
  raw = '';
  name = '';
  /** `</name>` */
  isCloser = false;
  /** `<name/>` */
  isEmpty = false;
  attributes = new Map<string, string>();
  #state: Tag = Tag.Name;
  #key = '';
  #value = '';
  #quote = '';

  /** Starts behind `<` or `</`, or behind a name that is known. */
  begin(opener: '<' | '</', name = ''): void {
    this.raw = opener + name;
    this.name = name;
    this.isCloser = opener === '</';
    this.isEmpty = false;
    this.attributes = new Map();
    this.#state = name === '' ? Tag.Name : Tag.Blank;
  }

  /** Reads more of it; a text that makes it no tag is not taken. */
  feed(text: string): Tag {
    for (let i = 0; i < text.length && this.#state < Tag.Whole; i++)
      this.#state = this.#step(text[i] as string);
    if (this.#state !== Tag.None) this.raw += text;
    return this.#state;
  }

  #step(unit: string): Tag {
    // biome-ignore format: one state a line
    switch (this.#state) {
      case Tag.Name: return this.#inName(unit);
      case Tag.Blank: return this.#inBlank(unit);
      case Tag.Key: return this.#inKey(unit);
      case Tag.Equals: return unit === '=' ? Tag.Value : isBlank(unit) ? Tag.Equals : Tag.None;
      case Tag.Value: return this.#beginValue(unit);
      case Tag.Quoted: return this.#inQuoted(unit);
      case Tag.Bare: return this.#inBare(unit);
      default: return unit === '>' ? Tag.Whole : Tag.None;
    }
  }

  #inName(unit: string): Tag {
    if (isNameUnit(unit)) {
      this.name += unit;
      return Tag.Name;
    }
    if (this.name !== '') return this.#inBlank(unit);
    if (unit !== '/' || this.isCloser) return Tag.None;
    this.isCloser = true; // after a `<` that ended another candidate: `1 <</a>`
    return Tag.Name;
  }

  #inBlank(unit: string): Tag {
    if (isBlank(unit)) return Tag.Blank;
    if (unit === '>') return Tag.Whole;
    if (this.isCloser) return Tag.None;
    if (unit === '/') {
      this.isEmpty = true;
      return Tag.Slash;
    }
    this.#key = '';
    return this.#inKey(unit);
  }

  #inKey(unit: string): Tag {
    if (isNameUnit(unit)) {
      this.#key += unit;
      return Tag.Key;
    }
    if (this.#key === '') return Tag.None;
    return unit === '=' ? Tag.Value : isBlank(unit) ? Tag.Equals : Tag.None;
  }

  #beginValue(unit: string): Tag {
    this.#value = '';
    this.#quote = unit;
    if (isBlank(unit)) return Tag.Value;
    if (unit === '"' || unit === "'") return Tag.Quoted;
    return unit === '>' || unit === '<' ? Tag.None : this.#inBare(unit);
  }

  #inQuoted(unit: string): Tag {
    if (unit === this.#quote) return this.#endValue(Tag.Blank);
    this.#value += unit;
    return Tag.Quoted;
  }

  #inBare(unit: string): Tag {
    if (isBlank(unit)) return this.#endValue(Tag.Blank);
    if (unit === '<') return Tag.None;
    if (unit !== '>') {
      this.#value += unit;
      return Tag.Bare;
    }
    this.isEmpty = this.#value.endsWith('/');
    if (this.isEmpty) this.#value = this.#value.slice(0, -1);
    return this.#endValue(Tag.Whole);
  }

  #endValue(next: Tag): Tag {
    this.attributes.set(this.#key, decodeEntities(this.#value));
    return next;
  }
}
