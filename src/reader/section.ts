// Hop 6 of a delta's path: finds the calls of a format in the text, has their payload read, and knows what becomes of
// everything else: text is shown, thinking is shown and not acted on, layout and stray tokens are dropped, and a call
// that can't be read is shown as it stands. Longer than other files, since all states of this one machine stand together.
import type { EventSink, Issue, RefusalCode, ToleranceCode } from '../events.ts';
import type { Format } from '../formats/format.ts';
import { Kind } from '../scanner/kinds.ts';
import type { TokenSink } from '../scanner/scanner.ts';
import type { ScanTable } from '../scanner/table.ts';
import { CallReporter, type ToolMap } from './call.ts';
import { grammarOf, type MarkerTable, Role } from './grammar.ts';
import { type OuterTables, outerTables } from './outer-tables.ts';
import { type PayloadReader, Verdict } from './payload.ts';
import type { Source } from './source.ts';
import { TextReporter } from './text.ts';

/** Where `|` stands in `say <calls> <call>{"name":"f"}</call> </calls> so`. */
const enum State {
  Start, //     |say              nothing but blanks so far
  Text, //      sa|y
  Reasoning, // <think>hm|</think>
  Section, //   <calls>|, </call>|
  Payload, //   <call>{|
  Broken, //    <call>{] |</call>   a call that has started and can't be read on
}

/** What becomes of a call that can't be read: shown, left out, or handed over if only its tool is not declared. */
export type OnMalformed = 'text' | 'drop' | 'call';

/** What a reader is told besides its format. */
export interface ReaderOptions {
  /** What becomes of calls that can't be read. */
  onMalformed: OnMalformed;
  /** Whether calls in thinking are made. */
  readsReasoning: boolean;
  /** Whether the text starts in thinking that the prompt has opened. */
  startsInReasoning: boolean;
  maxCalls: number;
  maxDepth: number;
  maxInput: number;
}

export class SectionReader implements TokenSink {
  readonly #format: Format;
  readonly #options: ReaderOptions;
  readonly #events: EventSink;
  readonly #source: Source;
  readonly #tables: OuterTables;
  readonly #text: TextReporter;
  readonly #call: CallReporter;
  readonly #payload: PayloadReader;
  #state: State = State.Start;
  /** Offset of the opener of the call, or of the section; in a payload of several calls, of the end of the last. */
  #start = 0;
  /** Offset behind the last token. */
  #end = 0;
  #calls = 0;
  /** The mark that opened thinking, and blanks, as long as there is no thought. */
  #mark: string | undefined;
  /** Whether the last call still has to be closed. */
  #isUnclosed = false;
  /** Offset of the first opener since text, and whether a payload behind it is over. */
  #segment: { start: number; isOver: boolean } | undefined;
  /** Whether something closes calls: what can't be read is skipped up to there. */
  readonly #hasClosers: boolean;
  /** Blanks and closing brackets since the last call, or since the section was opened. */
  #layout = '';
  /** Whether there was text in the section that is no call. */
  #isNoisy = false;
  /** Whether the section has had a call. */
  #hasCalls = true;
  #tolerated = new Set<ToleranceCode>();

  constructor(format: Format, tools: ToolMap, options: ReaderOptions, events: EventSink, source: Source) {
    this.#format = format;
    this.#options = options;
    this.#events = events;
    this.#source = source;
    const grammar = grammarOf(format, tools);
    this.#tables = grammar.once('outer', () => outerTables(grammar));
    this.#hasClosers = grammar.closers.some(([, markers = []]) => markers.length > 0);
    this.#text = new TextReporter(events);
    if (options.startsInReasoning && !options.readsReasoning) this.#state = State.Reasoning;
    const tolerate = (code: ToleranceCode) => this.#tolerate(code);
    const takesUnknown = format.unknownTools !== 'text' || tools.size === 0 || options.onMalformed === 'call';
    this.#call = new CallReporter(tools, events, takesUnknown, tolerate);
    this.#payload = format.payload({ grammar, call: this.#call, text: this.#text, tolerate });
  }

  get table(): ScanTable {
    return this.#markers.scan;
  }

  /** Where the text is needed from: the opener of a call that may yet turn out to be none. */
  get keepsFrom(): number | undefined {
    const mayBeText =
      this.#state === State.Payload ? this.#call.toolName === undefined : this.#isEmptySection();
    return mayBeText ? this.#start : undefined;
  }

  onToken(token: number, start: number, end: number): number | undefined {
    const { offset } = this.#source;
    const text = this.#source.text.slice(start, end);
    this.#end = offset + end;
    if ((token & 0xff) === Kind.Marker) this.#onMarker(this.#markers.roles[token >>> 16] as Role, text);
    else if (this.#state === State.Payload) {
      const from = this.#judge(this.#payload.onToken(token, text), offset + start);
      return from === undefined ? undefined : from - offset;
    } else if (this.#state === State.Section) return this.#isSectionText(text) ? undefined : end;
    else if (this.#state === State.Reasoning) this.#showThought(text);
    else if (this.#state === State.Start) return this.#isStart(text) ? undefined : end;
    else if (this.#state === State.Text) this.#showText(text);
    return undefined;
  }

  /** Reports what was written of a call's arguments in this delta. */
  flush(): void {
    this.#call.flush();
  }

  /** Ends the stream. */
  finish(): void {
    this.#end = this.#source.end;
    if (this.#state === State.Payload) {
      const verdict = this.#payload.finish();
      if (verdict === Verdict.Whole) this.#endCall(false);
      else if (verdict === Verdict.Text) this.#backToText(this.#end);
      else if (verdict === Verdict.Over) this.#state = State.Text;
      else this.#refuse('cut-off-call', this.#end);
    } else if (this.#state === State.Reasoning) this.#text.show(this.#mark ?? '');
    else if (this.#isEmptySection()) this.#showText(this.#source.slice(this.#start, this.#end));
    this.#endSegment(this.#end);
    this.#endLayout();
    this.#tolerateUnclosed();
    this.#text.finish(this.#calls > 0);
  }

  get #markers(): MarkerTable {
    // biome-ignore format: one state a line
    switch (this.#state) {
      case State.Start: return this.#tables.start;
      case State.Text: return this.#tables.text;
      case State.Reasoning: return this.#tables.reasoning;
      case State.Payload: return this.#payload.table;
      default: return this.#tables.section;
    }
  }

  #onMarker(role: Role, text: string): void {
    if (this.#state === State.Payload && !this.#isPayloadOver(role, text)) return;
    // biome-ignore format: one role a line
    switch (role) {
      case Role.CallOpen: case Role.StartOpen: this.#openCall(text); break;
      case Role.SectionOpen: this.#openSection(text); break;
      case Role.ReasoningOpen: this.#openReasoning(text); break;
      case Role.ReasoningClose: this.#closeReasoning(text); break;
      case Role.CallClose: this.#closeCall(text); break;
      case Role.SectionClose: this.#closeSection(text); break;
      default: break; // a stray token
    }
  }

  /** A marker in a payload: whether it ends the call, and is still to be acted on. */
  #isPayloadOver(role: Role, text: string): boolean {
    const verdict = this.#payload.onMarker(role, text);
    if (verdict === Verdict.Goes) return false;
    if (verdict === Verdict.Whole) {
      this.#endCall(role === Role.CallClose);
      return true;
    }
    const isOpener = role === Role.CallOpen || role === Role.SectionOpen;
    if (verdict === Verdict.Over) {
      this.#endSegment(this.#start);
      this.#state = State.Text;
      return isOpener;
    }
    this.#refuse(this.#payload.problem ?? 'malformed-call', isOpener ? this.#end - text.length : this.#end);
    return (
      isOpener || (this.#state === State.Broken && (role === Role.CallClose || role === Role.SectionClose))
    );
  }

  // ── text ───────────────────────────────────────────────────────────────────────────────────────

  #showText(text: string): void {
    if (this.#format.after !== 'drop' || this.#calls === 0) this.#text.show(text);
  }

  /** Text where the content starts: false if it is more than blanks. */
  #isStart(text: string): boolean {
    this.#showText(text);
    if (/^\s*$/.test(text)) return true;
    this.#state = State.Text;
    return false;
  }

  /** Thinking is shown with its marks, for others to act on; the opening one with the first thought. */
  #openReasoning(text: string): void {
    this.#endSegment(this.#end - text.length - this.#layout.length);
    this.#endLayout();
    this.#tolerateUnclosed();
    if (this.#options.readsReasoning) {
      this.#state = State.Text;
      this.#showText(text);
      return;
    }
    this.#state = State.Reasoning;
    this.#mark = text;
  }

  #showThought(text: string): void {
    if (this.#mark !== undefined) {
      this.#mark += text;
      if (/^\s*$/.test(text)) return;
      text = this.#mark;
      this.#mark = undefined;
    }
    this.#showText(text);
  }

  /** A closer with nothing before it closes nothing, nor is there anything to show of thinking without a thought. */
  #closeReasoning(text: string): void {
    this.#endSegment(this.#end - text.length - this.#layout.length);
    this.#endLayout();
    const isShown = this.#state === State.Reasoning ? this.#mark === undefined : !this.#text.isEmpty;
    this.#state = State.Start;
    if (isShown) this.#showText(text);
  }

  // ── sections and calls ─────────────────────────────────────────────────────────────────────────

  #openSection(text: string): void {
    const start = this.#end - text.length;
    this.#tolerateUnclosed();
    this.#showNoise(start);
    this.#start = start;
    this.#endSegment(this.#start - this.#layout.length);
    this.#endLayout();
    this.#segment = { start: this.#start, isOver: false };
    this.#state = State.Section;
    this.#hasCalls = this.#isNoisy = false;
  }

  #closeCall(text: string): void {
    this.#endLayout();
    this.#isUnclosed = false;
    if (!this.#format.section) this.#closeSection(text);
    else if (this.#state === State.Broken) this.#state = State.Section;
  }

  /** Closes the section; where there is none, the closer is text. */
  #closeSection(text: string): void {
    this.#endLayout();
    if (this.#state <= State.Text) this.#showText(text);
    else if (!this.#isEmptySection()) this.#text.separate();
    this.#showNoise(this.#end);
    this.#endSegment(this.#end);
    this.#state = State.Text;
  }

  /** A section that held something, but no call, is text. */
  #showNoise(end: number): void {
    if (this.#isEmptySection() && this.#isNoisy) this.#showText(this.#source.slice(this.#start, end));
  }

  #isEmptySection(): boolean {
    return this.#state === State.Section && !this.#hasCalls;
  }

  /** Text where only calls should be: false if the section was not closed and this is text behind it. */
  #isSectionText(text: string): boolean {
    const layout = this.#layout + text;
    if (!this.#isNoisy && /^[\s}\]]*$/.test(text)) {
      this.#layout = layout;
      return true;
    }
    if (this.#isUnclosed && this.#isCutCloser(layout.trimStart())) return true;
    if (this.#format.section !== undefined && this.#format.after === 'drop') {
      this.#isNoisy = true;
      this.#layout = '';
      return true;
    }
    const isEmpty = this.#isEmptySection();
    this.#endSegment(this.#end - layout.length);
    if (!isEmpty) this.#tolerateUnclosed();
    this.#layout = '';
    this.#state = State.Text;
    this.#showText(isEmpty ? this.#source.slice(this.#start, this.#end) : layout);
    return false;
  }

  /** Whether the text ended in the middle of the closer, which is part of the call then. */
  #isCutCloser(text: string): boolean {
    const { close = [] } = this.#format.call;
    return (
      this.#end === this.#source.end &&
      Array.isArray(close) &&
      close.some((closer) => closer.startsWith(text))
    );
  }

  /** Between two calls, or behind the last: what stood there was layout; brackets among it were too many. */
  #endLayout(): void {
    if (/\S/.test(this.#layout)) this.#tolerate('extra-closer');
    this.#layout = '';
  }

  #openCall(text: string): void {
    this.#endLayout();
    this.#tolerateUnclosed();
    if (!this.#isEmptySection()) this.#start = this.#end - text.length; // else what opened the section is part of it
    if (!this.#format.section) this.#endSegment(this.#start);
    this.#segment ??= { start: this.#start, isOver: false };
    if (this.#calls >= this.#options.maxCalls) {
      this.#refuse('limit', this.#end);
      return;
    }
    this.#state = State.Payload;
    this.#tolerated.clear();
    this.#payload.begin(text);
  }

  /** Acts on what the payload's reader says of a token that starts at `start`; returns where to go on, if elsewhere. */
  #judge(verdict: Verdict, start: number): number | undefined {
    const end = this.#end;
    // biome-ignore format: one verdict a line
    switch (verdict) {
      case Verdict.Again: return start;
      case Verdict.Broken: this.#refuse('malformed-call', start); return start;
      case Verdict.Refused: this.#refuse(this.#payload.problem ?? 'malformed-call', end); return end;
      case Verdict.Text: this.#backToText(start); return start;
      case Verdict.Whole: this.#endCall(false); return end;
    }
    if (this.#call.count > this.#calls) this.#separate();
    const { size, depth } = this.#call.writer;
    if (size <= this.#options.maxInput && depth <= this.#options.maxDepth) return undefined;
    this.#refuse('limit', end);
    return end;
  }

  #endCall(isClosed: boolean): void {
    if (this.#segment) this.#segment.isOver = true;
    this.#calls = this.#call.count;
    this.#isUnclosed = !isClosed && (this.#format.call.close?.length ?? 0) > 0;
    this.#hasCalls = true;
    this.#text.separate();
    this.#state = State.Section;
  }

  /** A call is over in a payload that goes on: whatever becomes of the rest, it is not part of that call. */
  #separate(): void {
    if (this.#segment) this.#segment.isOver = true;
    this.#calls = this.#call.count;
    this.#start = this.#end;
    this.#text.separate();
  }

  /** What was taken for a payload, or for more of one, is text. */
  #backToText(end: number): void {
    this.#endSegment(this.#start);
    this.#state = State.Text;
    this.#showText(this.#source.slice(this.#start, end));
  }

  /** Tells where the calls stood that are over here. */
  #endSegment(end: number): void {
    if (this.#segment?.isOver) this.#events.onSegment?.(this.#segment.start, end);
    this.#segment = undefined;
  }

  // ── what goes wrong ────────────────────────────────────────────────────────────────────────────

  /** Gives up the call: its text up to `end` is shown or dropped; one that has started ends as it is, and skips to its end. */
  #refuse(code: RefusalCode, end: number): void {
    const text = this.#source.slice(this.#start, end);
    this.#report(code, text);
    if (this.#call.toolName !== undefined) {
      this.#call.breakOff();
      this.#endCall(true);
      if (this.#hasClosers) this.#state = State.Broken;
      else {
        this.#endSegment(end);
        this.#state = State.Text;
      }
    } else {
      this.#endSegment(this.#start);
      const isSkipped = this.#options.onMalformed === 'drop' && this.#hasClosers;
      this.#state = isSkipped ? State.Broken : State.Text;
      this.#hasCalls ||= isSkipped; // no text that may yet be shown
      if (this.#options.onMalformed !== 'drop') this.#showText(text);
    }
  }

  #tolerateUnclosed(): void {
    if (this.#isUnclosed) this.#tolerate('unclosed-call');
    this.#isUnclosed = false;
  }

  #tolerate(code: ToleranceCode): void {
    if (this.#tolerated.has(code)) return;
    this.#tolerated.add(code);
    this.#report(code, this.#source.slice(this.#start, this.#end));
  }

  #report(code: Issue['code'], text: string): void {
    const { toolName } = this.#call;
    const message = `${toolName ?? 'A call'}: ${code.replaceAll('-', ' ')}`;
    const [start, end] = [this.#start, this.#end];
    this.#events.onIssue({ code, message, toolName, start, end, text: text.slice(0, 2000) });
  }
}
