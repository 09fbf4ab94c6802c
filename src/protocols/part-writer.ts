// Hop 8 of a delta's path: the only maker of AI SDK parts and ids. Text parts open with their first text and close
// before a call; a call's parts share one id.
import type { EventSink, Issue } from '../events.ts';
import type { Part, ProtocolOptions } from './protocol.ts';

/** Writes the parts of one stream. */
export class PartWriter implements EventSink {
  readonly #write: (part: Part) => void;
  readonly #options: ProtocolOptions;
  /** The provider's id for the text that is being read. */
  textId = '0';
  #isInText = false;
  #callId = '';

  constructor(write: (part: Part) => void, options: ProtocolOptions) {
    this.#write = write;
    this.#options = options;
  }

  onText(delta: string): void {
    const id = this.textId;
    if (!this.#isInText) this.#write({ type: 'text-start', id });
    this.#isInText = true;
    this.#write({ type: 'text-delta', id, delta });
  }

  onCallStart(toolName: string): void {
    this.endText();
    this.#callId = createCallId(this.#options);
    this.#write({ type: 'tool-input-start', id: this.#callId, toolName });
  }

  onInput(delta: string): void {
    this.#write({ type: 'tool-input-delta', id: this.#callId, delta });
  }

  onCallEnd(toolName: string, input: string): void {
    this.#write({ type: 'tool-input-end', id: this.#callId });
    this.#write({ type: 'tool-call', toolCallId: this.#callId, toolName, input });
  }

  onIssue(issue: Issue): void {
    reportIssue(issue, this.#options);
  }

  /** Closes the open text part, if any. */
  endText(): void {
    if (this.#isInText) this.#write({ type: 'text-end', id: this.textId });
    this.#isInText = false;
  }
}

/** Writes the parts of a whole answer. */
export class ContentWriter implements EventSink {
  readonly parts: Part[] = [];
  readonly #options: ProtocolOptions;
  #text = '';

  constructor(options: ProtocolOptions) {
    this.#options = options;
  }

  onText(text: string): void {
    this.#text += text;
  }

  onCallStart(): void {
    this.endText();
  }

  onInput(): void {}

  onCallEnd(toolName: string, input: string): void {
    this.parts.push({ type: 'tool-call', toolCallId: createCallId(this.#options), toolName, input });
  }

  onIssue(issue: Issue): void {
    reportIssue(issue, this.#options);
  }

  endText(): void {
    if (this.#text !== '') this.parts.push({ type: 'text', text: this.#text });
    this.#text = '';
  }
}

/** Writes the pieces of a text that are calls. */
export class SegmentWriter implements EventSink {
  readonly segments: string[] = [];
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  onSegment(start: number, end: number): void {
    this.segments.push(this.#text.slice(start, end));
  }

  onText(): void {}
  onCallStart(): void {}
  onInput(): void {}
  onCallEnd(): void {}
  onIssue(): void {}
}

function createCallId({ generateId }: ProtocolOptions): string {
  return generateId ? generateId() : `call_${crypto.randomUUID()}`;
}

function reportIssue({ message, ...metadata }: Issue, { onError }: ProtocolOptions): void {
  onError?.(message, metadata);
}
