// Two columns that fill as things happen: on the left what the model writes, a delta a row; on the right what the AI
// SDK gets. Plain lines where the output is no terminal.
import type { TextStreamPart, ToolSet } from 'ai';

const codes = { plain: '', bold: '1', dim: '2', red: '31', green: '32', yellow: '33', cyan: '36' };

export type Style = keyof typeof codes;

/** Columns of the left side. */
const LEFT = 22;
const RULE = ' │ ';

export class Screen {
  readonly #out: NodeJS.WriteStream;
  readonly #hasColours: boolean;
  /** Columns in use on the right, or -1 where no row is open. */
  #used = -1;

  constructor(out: NodeJS.WriteStream) {
    this.#out = out;
    this.#hasColours = out.isTTY === true && !process.env.NO_COLOR;
  }

  title(text: string): void {
    this.#endRow();
    this.#out.write(`\n${this.#paint(`── ${text} ${'─'.repeat(Math.max(2, 72 - text.length))}`, 'bold')}\n`);
    this.#out.write(this.#paint(`${'the model writes'.padEnd(LEFT)}${RULE}the AI SDK gets\n`, 'dim'));
  }

  /** Opens a row with what the model has written. */
  delta(delta: string): void {
    const text = printable(delta.replaceAll('\n', '⏎'));
    for (let start = 0; start < text.length; start += LEFT) {
      // Nothing came of it so far: it is held until it is clear what it is.
      if (this.#used === 0) this.#out.write(this.#paint('…', 'dim'));
      this.#openRow(text.slice(start, start + LEFT));
    }
  }

  /** Adds to the right side, on a new row where there is no room. */
  add(text: string, style: Style = 'plain'): void {
    const room = (this.#out.columns ?? Number.POSITIVE_INFINITY) - LEFT - RULE.length;
    if (this.#used < 0 || (this.#used > 0 && this.#used + 1 + text.length > room)) this.#openRow('');
    const gap = this.#used > 0 ? ' ' : '';
    this.#out.write(gap + this.#paint(printable(text), style));
    this.#used += gap.length + text.length;
  }

  /** A row for itself, on the right. */
  line(text: string, style: Style = 'plain'): void {
    if (this.#used !== 0) this.#openRow('');
    this.add(text, style);
    this.#endRow();
  }

  /** Something odd that the model wrote. */
  note(text: string): void {
    this.add(`(${text})`, 'yellow');
  }

  #openRow(left: string): void {
    this.#endRow();
    this.#out.write(left.padEnd(LEFT) + this.#paint(RULE, 'dim'));
    this.#used = 0;
  }

  #endRow(): void {
    if (this.#used >= 0) this.#out.write('\n');
    this.#used = -1;
  }

  #paint(text: string, style: Style): string {
    return this.#hasColours && codes[style] ? `\x1b[${codes[style]}m${text}\x1b[0m` : text;
  }
}

/** A model's text must not steer the terminal. */
const printable = (text: string) => text.replace(/\p{Cc}/gu, '·');

/** Shows a part of `streamText`. */
export function showPart(screen: Screen, part: TextStreamPart<ToolSet>): void {
  switch (part.type) {
    case 'text-delta':
      screen.add(JSON.stringify(part.text));
      break;
    case 'tool-input-start':
      screen.add(`call ${part.toolName}`, 'bold');
      break;
    case 'tool-input-delta':
      screen.add(part.delta, 'cyan');
      break;
    case 'tool-call':
      screen.line(`run ${part.toolName} ${JSON.stringify(part.input)}`, 'bold');
      break;
    case 'tool-result':
      screen.line(`${part.toolName} => ${JSON.stringify(part.output)}`, 'green');
      break;
    case 'tool-error':
      screen.line(`${part.toolName} => ${String(part.error)}`, 'red');
      break;
    case 'error':
      screen.line(part.error instanceof Error ? part.error.message : String(part.error), 'red');
      break;
    case 'finish-step':
      screen.line(`step done: ${part.finishReason}`, 'dim');
      break;
  }
}
