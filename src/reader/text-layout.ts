// Takes the layout from around a text as it streams: the line break behind the opening tag, and the one before the
// closing tag with the blanks that indent it. All else is the value's own, blanks too: code starts with them. A literal
// (CDATA) is never touched, and blanks around it are layout.

/** Most units of layout at either end: more are held back for nothing. */
const MAX_LAYOUT = 64;

const startLayout = /^[ \t]{0,64}\r?\n/;
const maybeStart = /^[ \t]{0,64}\r?$/;
const endLayout = /^\r?\n[ \t]*$/;

export class TextLayout {
  #isAtStart = true;
  #isAfterLiteral = false;
  /** Whether neither holds. */
  #isInside = false;
  /** The end of the text so far, if it may be layout. */
  #held = '';

  /** Takes a piece of text; returns what is certain by now. */
  feed(text: string): string {
    if (this.#isInside && this.#held === '' && !isBlank(text.charCodeAt(text.length - 1))) return text;
    let rest = this.#held + text;
    this.#held = '';
    if (this.#isAtStart) {
      if (maybeStart.test(rest)) return this.#hold(rest, 0);
      this.#isAtStart = false;
      rest = rest.replace(startLayout, '');
    }
    if (this.#isAfterLiteral) {
      if (/^\s*$/.test(text)) return this.#hold(rest, 0);
      this.#isAfterLiteral = false;
    }
    this.#isInside = true;
    return this.#hold(rest, endOfCertain(rest));
  }

  /** Takes a piece of text that has no layout. */
  feedLiteral(text: string): string {
    const before = this.#isAtStart ? '' : this.#held;
    this.#isAtStart = false;
    this.#isAfterLiteral = true;
    this.#isInside = false;
    this.#held = '';
    return before + text;
  }

  /** Ends the text; returns what was held and is no layout. */
  finish(): string {
    const held = this.#held;
    this.#held = '';
    return this.#isAfterLiteral || endLayout.test(held) ? '' : held;
  }

  #hold(text: string, from: number): string {
    this.#held = text.slice(from);
    return text.slice(0, from);
  }
}

const isBlank = (unit: number) => unit === 0x20 || (unit >= 0x09 && unit <= 0x0d);

/** Where the part of a text starts that may turn out to be layout. */
function endOfCertain(text: string): number {
  let at = text.length;
  while (at > 0 && (text[at - 1] === ' ' || text[at - 1] === '\t')) at--;
  if (text[at - 1] === '\r') return at === text.length ? at - 1 : text.length;
  if (text[at - 1] !== '\n') return text.length;
  at -= text[at - 2] === '\r' ? 2 : 1;
  return text.length - at > MAX_LAYOUT ? text.length : at;
}
