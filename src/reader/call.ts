// One call on its way out: its name, then its arguments through the argument writer. All readers report through this.
import { type JsonSchema, type Shape, shapeOf } from '../arguments/json-schema.ts';
import { ArgumentWriter } from '../arguments/writer.ts';
import type { EventSink, Tolerate } from '../events.ts';

/** The tools by name. */
export type ToolMap = ReadonlyMap<string, JsonSchema | undefined>;

/** What the name of a tool that is not declared may be. In prose on calls, what stands there is `...` or a sentence. */
const undeclaredName = /^[^\s"'`<>{}()[\],;\p{L}\p{N}_]*[\p{L}\p{N}_][^\s"'`<>{}()[\],;]*$/u;

export class CallReporter {
  /** Where the arguments go once the call has started. */
  readonly writer: ArgumentWriter;
  /** The tool's name once the call has started. */
  toolName: string | undefined;
  /** How many calls have ended. */
  count = 0;

  readonly #tools: ToolMap;
  readonly #events: EventSink;
  readonly #takesUnknown: boolean;
  readonly #tolerate: Tolerate;

  constructor(tools: ToolMap, events: EventSink, takesUnknown: boolean, tolerate: Tolerate) {
    this.#tools = tools;
    this.#events = events;
    this.#takesUnknown = takesUnknown;
    this.#tolerate = tolerate;
    this.writer = new ArgumentWriter(() => tolerate('duplicate-key'));
  }

  /** Starts the call; false if there is no such tool. */
  start(given: string): boolean {
    const name = this.#declaredName(given);
    if (!this.isCallable(name)) return false;
    this.toolName = name;
    this.writer.begin(this.#tools.get(name));
    this.#events.onCallStart(name);
    return true;
  }

  /** The declared name that is meant: models put a namespace before it (`functions.get_weather`). */
  #declaredName(given: string): string {
    if (this.#tools.has(given)) return given;
    const last = given.split(/[./:]/).at(-1) as string;
    if (!this.#tools.has(last)) return given;
    this.#tolerate('name-variant');
    return last;
  }

  /** Whether the name of a tool starts so; where none is declared, whether a name may. */
  isNameStart(text: string): boolean {
    if (this.#tools.size === 0) return /^[\p{L}_][\p{L}\p{N}_.]*$/u.test(text);
    for (const name of this.#tools.keys()) if (name.startsWith(text)) return true;
    return false;
  }

  /** Whether a call may have this name. */
  isCallable(name: string): boolean {
    return this.#tools.has(name) ? name !== '' : this.#takesUnknown && undeclaredName.test(name);
  }

  /** What the arguments of a tool look like. */
  shapeOf(name: string): Shape {
    return shapeOf(this.#tools.get(name));
  }

  /** Reports what has been written of the arguments. */
  flush(): void {
    if (this.toolName === undefined) return;
    const delta = this.writer.take();
    if (delta !== '') this.#events.onInput(delta);
  }

  /** Ends the call. One that was given no arguments has none. */
  end(): void {
    if (this.toolName === undefined) return;
    if (this.writer.size === 0) {
      this.writer.open('{');
      this.writer.close('{');
    }
    this.#close(this.toolName);
  }

  /** Ends a call that is not whole: once started, it must end, with what there is, and that must not pass for whole. */
  breakOff(): void {
    if (this.toolName === undefined) return;
    if (this.writer.size === 0) this.writer.open('{'); // the AI SDK takes no input for `{}`
    this.#close(this.toolName);
  }

  #close(toolName: string): void {
    this.flush();
    this.#events.onCallEnd(toolName, this.writer.input);
    this.toolName = undefined;
    this.count++;
  }
}
