// Hop 8 of a delta's path: the only maker of AI SDK parts and ids. Text parts open with their first text and close
// before a call; a call's parts share one id.
import type { EventSink, Issue } from '../events.ts';
import type { Part, ProtocolOptions } from './protocol.ts';
import { report } from './report.ts';

/** A block of the provider's: what it holds, and its id. */
export interface BlockName {
  readonly kind: 'text' | 'reasoning';
  /** As the provider has it: a string, by the specification. */
  readonly id: unknown;
}

/** Input deltas wait for each other up to so many units once an input is long: whoever shows it reads all of it anew. */
const MAX_WAITING = 64;

/** Writes the parts of one block. Where nothing has changed, those are the provider's own, with all they carry. */
export class PartWriter implements EventSink {
  readonly #write: (part: Part) => void;
  readonly #options: ProtocolOptions;
  readonly #kind: BlockName['kind'];
  readonly #id: unknown;
  /** The provider's part that started the block, until it is written. */
  #start: Part | undefined;
  /** The provider's part that is being read. */
  #source: Part | undefined;
  /** What a delta carried besides its text, if no text came of it yet. */
  #metadata: unknown;
  #isInText = false;
  #callId = '';
  /** Input that waits for more, and how much has been written. */
  #waiting = '';
  #inputSize = 0;

  constructor(write: (part: Part) => void, options: ProtocolOptions, block: BlockName) {
    this.#write = write;
    this.#options = options;
    this.#kind = block.kind;
    this.#id = block.id;
  }

  /** Takes note of the provider's part that is read next. */
  begin(part: Part): void {
    this.#source = part;
    if (part.delta === undefined) {
      if (part.type.endsWith('-start')) this.#start = part;
    } else if (part.providerMetadata !== undefined) this.#metadata = part.providerMetadata;
  }

  onText(delta: string): void {
    if (!this.#isInText) this.#startText();
    const source = this.#source;
    const isUnchanged = source?.delta === delta && source.providerMetadata === this.#metadata;
    this.#write(isUnchanged ? source : this.#textDelta(delta));
    this.#metadata = undefined;
  }

  onCallStart(toolName: string): void {
    this.#endText();
    this.#callId = createCallId(this.#options);
    this.#inputSize = 0;
    this.#write({ type: 'tool-input-start', id: this.#callId, toolName });
  }

  onInput(delta: string): void {
    this.#inputSize += delta.length;
    this.#waiting += delta;
    if (this.#waiting.length > Math.min(this.#inputSize >> 8, MAX_WAITING)) this.#writeInput();
  }

  onCallEnd(toolName: string, input: string): void {
    if (this.#waiting !== '') this.#writeInput();
    this.#write({ type: 'tool-input-end', id: this.#callId });
    this.#write({ type: 'tool-call', toolCallId: this.#callId, toolName, input });
  }

  onIssue(issue: Issue): void {
    reportIssue(issue, this.#options);
  }

  /** Ends the block, with the provider's own part if it sent one. One without text is left out, unless it carries more. */
  endBlock(end?: Part): void {
    const isCarrier = hasMore(end) || hasMore(this.#start);
    if (this.#metadata !== undefined) this.onText('');
    else if (!this.#isInText && isCarrier) this.#startText();
    if (this.#isInText) this.#endText(end);
  }

  #startText(): void {
    this.#write(this.#start ?? { type: `${this.#kind}-start`, id: this.#id });
    this.#start = undefined;
    this.#isInText = true;
  }

  #textDelta(delta: string): Part {
    const part = { type: `${this.#kind}-delta`, id: this.#id, delta };
    return this.#metadata === undefined ? part : { ...part, providerMetadata: this.#metadata };
  }

  #endText(end?: Part): void {
    if (this.#isInText) this.#write(end ?? { type: `${this.#kind}-end`, id: this.#id });
    this.#isInText = false;
  }

  #writeInput(): void {
    this.#write({ type: 'tool-input-delta', id: this.#callId, delta: this.#waiting });
    this.#waiting = '';
  }
}

/** Whether the start or end of a block carries more than an id. */
function hasMore(part: Part | undefined): boolean {
  return part !== undefined && Object.keys(part).length > 2;
}

/** Writes the parts of a whole answer. */
export class ContentWriter implements EventSink {
  readonly #parts: Part[] = [];
  readonly #options: ProtocolOptions;
  #text = '';

  constructor(options: ProtocolOptions) {
    this.#options = options;
  }

  onText(text: string): void {
    this.#text += text;
  }

  onCallStart(): void {
    this.#endText();
  }

  onInput(): void {}

  onCallEnd(toolName: string, input: string): void {
    this.#parts.push({ type: 'tool-call', toolCallId: createCallId(this.#options), toolName, input });
  }

  onIssue(issue: Issue): void {
    reportIssue(issue, this.#options);
  }

  /** The parts of the text that has ended. */
  take(): Part[] {
    this.#endText();
    return this.#parts;
  }

  #endText(): void {
    if (this.#text !== '') this.#parts.push({ type: 'text', text: this.#text });
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
  if (generateId) return generateId();
  // Not `randomUUID`, which pages without https lack.
  const words = crypto.getRandomValues(new Uint32Array(4));
  return `call_${Array.from(words, (word) => word.toString(36)).join('')}`;
}

function reportIssue({ message, ...metadata }: Issue, { onError }: ProtocolOptions): void {
  report(onError, message, metadata);
}
