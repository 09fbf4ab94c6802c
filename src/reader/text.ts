// Visible text on its way out. Blank text between calls, before the first or after the last is layout: it waits, and
// is shown only together with text that follows.
import type { EventSink } from '../events.ts';

export class TextReporter {
  readonly #events: EventSink;
  #blank = '';
  #isInText = false;
  /** Whether no text but blanks has been shown. */
  isEmpty = true;

  constructor(events: EventSink) {
    this.#events = events;
  }

  show(text: string): void {
    if (this.#isInText) {
      this.#events.onText(text);
      return;
    }
    this.#blank += text;
    if (/^\s*$/.test(text)) return;
    this.#isInText = true;
    this.isEmpty = false;
    this.#events.onText(this.#blank);
    this.#blank = '';
  }

  /** A call stands here: blanks before it were layout. */
  separate(): void {
    this.#isInText = false;
    this.#blank = '';
  }

  /** Ends the text. Blanks alone are text if there was no call. */
  finish(hadCalls: boolean): void {
    if (!hadCalls && this.#blank !== '') this.#events.onText(this.#blank);
    this.#blank = '';
  }
}
