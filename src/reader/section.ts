// Hop 6 of a delta's path: finds the calls of a format in the text, has their payload read, and knows what becomes of
// everything else: text is shown, thinking is shown and not acted on, layout and stray tokens are dropped, and a call
// that can't be read is shown as it stands.

import { type EventSink, type Issue, messages, type RefusalCode, type ToleranceCode } from '../events.ts';
import type { Format, Reasoning } from '../formats/format.ts';
import { Kind } from '../scanner/kinds.ts';
import type { TokenSink } from '../scanner/scanner.ts';
import type { ScanTable } from '../scanner/table.ts';
import { CallReporter, type ToolMap } from './call.ts';
import { type Grammar, grammarOf, type MarkerTable, Role } from './grammar.ts';
import { type PayloadReader, Verdict } from './payload.ts';
import { createPayloadReader } from './payloads.ts';
import type { Source } from './source.ts';
import { TextReporter } from './text.ts';

/** Where `|` stands in `say <calls> <call>{"name":"f"}</call> </calls> so`. */
const enum State {
  Text, //      sa|y
  Reasoning, // <think>hm|</think>
  Section, //   <calls>|, </call>|
  Payload, //   <call>{|
  Broken, //    <call>{] |</call>   a call that has started and can't be read on
}

/** What a reader is told besides its format. */
export interface ReaderOptions {
  /** Whether the text of a call that can't be read is shown. */
  showsMalformed: boolean;
  /** Whether calls in thinking are made. */
  readsReasoning: boolean;
  maxCalls: number;
  maxInput: number;
}

const thinking: Reasoning = { open: ['<think>'], close: ['</think>'] };

export class SectionReader implements TokenSink {
  readonly #format: Format;
  readonly #options: ReaderOptions;
  readonly #events: EventSink;
  readonly #source: Source;
  readonly #tables: Record<'text' | 'reasoning' | 'section', MarkerTable>;
  readonly #text: TextReporter;
  readonly #call: CallReporter;
  readonly #payload: PayloadReader;
  #state: State = State.Text;
  /** Offset of the opener of the call, or of the section. */
  #start = 0;
  /** Offset behind the last token. */
  #end = 0;
  #calls = 0;
  /** The mark that opened thinking, and blanks, as long as there is no thought. */
  #thought = '';
  /** Offset of the first opener since text, and how many calls there were before it. */
  #segment: { start: number; calls: number } | undefined;
  /** Whether the section has had a call. */
  #hasCalls = true;
  #tolerated = new Set<ToleranceCode>();

  constructor(format: Format, tools: ToolMap, options: ReaderOptions, events: EventSink, source: Source) {
    this.#format = format;
    this.#options = options;
    this.#events = events;
    this.#source = source;
    const grammar = grammarOf(format, [...tools.keys()]);
    this.#tables = outerTables(grammar);
    this.#text = new TextReporter(events);
    const tolerate = (code: ToleranceCode) => this.#tolerate(code);
    this.#call = new CallReporter(tools, events, format.unknownTools !== 'text', tolerate);
    this.#payload = createPayloadReader(grammar, this.#call, tolerate);
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
      if (this.#payload.finish() === Verdict.Whole) this.#tolerateUnclosed();
      else this.#refuse('cut-off-call', this.#end);
    } else if (this.#state === State.Reasoning) this.#text.show(this.#thought);
    else if (this.#isEmptySection()) this.#text.show(this.#source.slice(this.#start, this.#end));
    this.#endSegment(this.#end);
    this.#text.finish(this.#calls > 0);
  }

  get #markers(): MarkerTable {
    // biome-ignore format: one state a line
    switch (this.#state) {
      case State.Text: return this.#tables.text;
      case State.Reasoning: return this.#tables.reasoning;
      case State.Payload: return this.#payload.table;
      default: return this.#tables.section;
    }
  }

  #onMarker(role: Role, text: string): void {
    if (this.#state === State.Payload) {
      const verdict = this.#payload.onMarker(role, text);
      if (verdict === Verdict.Goes) return;
      const isOpener = role === Role.CallOpen || role === Role.SectionOpen;
      if (verdict === Verdict.Whole) this.#endCall();
      else
        this.#refuse(
          this.#payload.problem ?? 'malformed-call',
          isOpener ? this.#end - text.length : this.#end,
        );
    }
    // biome-ignore format: one role a line
    switch (role) {
      case Role.CallOpen: this.#openCall(text); break;
      case Role.SectionOpen: this.#openSection(text); break;
      case Role.ReasoningOpen: this.#onReasoning(text, !this.#options.readsReasoning); break;
      case Role.ReasoningClose: this.#onReasoning(text, false); break;
      case Role.CallClose: if (!this.#format.section) this.#closeSection(text); break;
      case Role.SectionClose: this.#closeSection(text); break;
      default: break; // a stray token
    }
  }

  // ── text ───────────────────────────────────────────────────────────────────────────────────────

  #showText(text: string): void {
    if (this.#format.after !== 'drop' || this.#calls === 0) this.#text.show(text);
  }

  /** Thinking is shown with its marks, for others to act on; a closer with nothing before it closes nothing. */
  #onReasoning(text: string, isThinking: boolean): void {
    if (isThinking) this.#thought = text;
    else if (this.#state === State.Reasoning ? this.#thought === '' : !this.#text.isEmpty)
      this.#showText(text);
    this.#endSegment(this.#end - text.length);
    this.#state = isThinking ? State.Reasoning : State.Text;
  }

  /** The opening mark is shown with the first thought. */
  #showThought(text: string): void {
    this.#thought += text;
    if (/^\s*$/.test(text)) return;
    this.#showText(this.#thought);
    this.#thought = '';
  }

  // ── sections and calls ─────────────────────────────────────────────────────────────────────────

  #openSection(text: string): void {
    this.#start = this.#end - text.length;
    this.#segment ??= { start: this.#start, calls: this.#calls };
    this.#state = State.Section;
    this.#hasCalls = false;
  }

  /** Closes the section; where there is none, the closer is text. */
  #closeSection(text: string): void {
    if (this.#state === State.Text) this.#showText(text);
    this.#endSegment(this.#end);
    this.#state = State.Text;
  }

  #isEmptySection(): boolean {
    return this.#state === State.Section && !this.#hasCalls;
  }

  /** Text where only calls should be: false if the section was not closed and this is text behind it. */
  #isSectionText(text: string): boolean {
    const isNoise = this.#format.section !== undefined && this.#format.after === 'drop';
    if (isNoise || /^\s*$/.test(text)) return true;
    if (/^[\s}\]]*$/.test(text)) {
      this.#tolerate('extra-closer');
      return true;
    }
    const isEmpty = this.#isEmptySection();
    if (!isEmpty) this.#tolerateUnclosed();
    this.#endSegment(this.#end - text.length);
    this.#state = State.Text;
    this.#showText(isEmpty ? this.#source.slice(this.#start, this.#end) : text);
    return false;
  }

  #openCall(text: string): void {
    this.#start = this.#end - text.length;
    if (!this.#format.section) this.#endSegment(this.#start);
    this.#segment ??= { start: this.#start, calls: this.#calls };
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
      case Verdict.Broken: this.#refuse('malformed-call', start); return start;
      case Verdict.Refused: this.#refuse(this.#payload.problem ?? 'malformed-call', end); return end;
      case Verdict.Whole: this.#endCall(); return end;
    }
    if (this.#call.writer.size <= this.#options.maxInput) return undefined;
    this.#refuse('limit', end);
    return end;
  }

  #endCall(): void {
    this.#calls++;
    this.#hasCalls = true;
    this.#text.separate();
    this.#state = State.Section;
  }

  /** Tells where the calls stood that are over here. */
  #endSegment(end: number): void {
    const { start, calls } = this.#segment ?? { start: end, calls: this.#calls };
    if (this.#calls > calls) this.#events.onSegment?.(start, end);
    this.#segment = undefined;
  }

  // ── what goes wrong ────────────────────────────────────────────────────────────────────────────

  /** Gives up the call: its text up to `end` is shown or dropped; one that has started ends as it is, and skips to its end. */
  #refuse(code: RefusalCode, end: number): void {
    const text = this.#source.slice(this.#start, end);
    this.#report(code, text);
    if (this.#call.toolName !== undefined) {
      this.#call.breakOff();
      this.#endCall();
      this.#state = State.Broken;
    } else {
      this.#endSegment(this.#start);
      this.#state = State.Text;
      if (this.#options.showsMalformed) this.#text.show(text);
    }
  }

  #tolerateUnclosed(): void {
    if ((this.#format.call.close ?? this.#format.section?.close ?? []).length > 0)
      this.#tolerate('unclosed-call');
  }

  #tolerate(code: ToleranceCode): void {
    if (this.#tolerated.has(code)) return;
    this.#tolerated.add(code);
    this.#report(code, this.#source.slice(this.#start, this.#end));
  }

  #report(code: Issue['code'], text: string): void {
    const { toolName } = this.#call;
    const [start, end] = [this.#start, this.#end];
    this.#events.onIssue({ code, message: messages[code], toolName, start, end, text: text.slice(0, 2000) });
  }
}

/** The tables outside payloads. */
function outerTables(grammar: Grammar): Record<'text' | 'reasoning' | 'section', MarkerTable> {
  const { openers, closers, format } = grammar;
  const { reasoning = thinking, section, strays } = format;
  const others = [
    [Role.ReasoningOpen, reasoning.open],
    [Role.Stray, strays], // before the closers of thinking: one that is a special token closes, and is else no text
    [Role.ReasoningClose, reasoning.close],
  ] as const;
  return {
    text: grammar.table('text', [...openers, [Role.SectionClose, section?.close], ...others]),
    section: grammar.table('section', [...closers, ...openers, ...others]),
    reasoning: grammar.table('reasoning', [
      [Role.ReasoningClose, reasoning.close],
      ...(reasoning.endsAtCall ? openers : []),
    ]),
  };
}
