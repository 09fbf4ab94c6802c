// Hop 1 for one stream of parts: text goes to a parser per block, all else passes through, in order. The middleware
// drives it from a pull, `createStreamParser` from a `TransformStream`.
import { type BlockName, PartWriter } from './part-writer.ts';
import type { Part, ReadingSettings, TextReader, ToolCallProtocol } from './protocol.ts';

/** Takes the parts of one stream and writes others. */
export interface Stage {
  feed(part: Part): void;
  finish(): void;
}

/** A block of text that is being read. */
interface Block {
  readonly reader: TextReader;
  readonly writer: PartWriter;
}

/** Reads the text of a stream of parts. */
export class PartReader implements Stage {
  readonly #settings: ReadingSettings;
  readonly #createTextReader: NonNullable<ToolCallProtocol['createTextReader']>;
  readonly #write: (part: Part) => void;
  /** Thinking is read only on demand: calls in it are rehearsed, not made. */
  readonly #readsReasoning: boolean;
  readonly #blocks = { text: new Map<unknown, Block>(), reasoning: new Map<unknown, Block>() };

  constructor(
    settings: ReadingSettings,
    createTextReader: NonNullable<ToolCallProtocol['createTextReader']>,
    write: (part: Part) => void,
  ) {
    this.#settings = settings;
    this.#createTextReader = createTextReader;
    this.#write = write;
    this.#readsReasoning = settings.options?.reasoning === 'parse';
  }

  feed(part: Part): void {
    const kind = this.#kindOf(part.type);
    if (kind !== undefined) {
      this.#read(part, kind);
      return;
    }
    if (part.type === 'finish') this.finish();
    this.#write(part);
  }

  /** Ends what was not ended: parts of text, and calls. */
  finish(): void {
    for (const blocks of Object.values(this.#blocks)) {
      for (const block of blocks.values()) endBlock(block);
      blocks.clear();
    }
  }

  /** What a part belongs to that is to be read. */
  #kindOf(type: string): BlockName['kind'] | undefined {
    switch (type) {
      case 'text-delta':
      case 'text-start':
      case 'text-end':
        return 'text';
      case 'reasoning-start':
      case 'reasoning-delta':
      case 'reasoning-end':
        return this.#readsReasoning ? 'reasoning' : undefined;
      default:
        return undefined;
    }
  }

  #read(part: Part, kind: BlockName['kind']): void {
    const blocks = this.#blocks[kind];
    let block = blocks.get(part.id);
    if (!block) {
      const writer = new PartWriter(this.#write, this.#settings.options ?? {}, { kind, id: part.id });
      block = { writer, reader: this.#createTextReader(this.#settings, writer) };
      blocks.set(part.id, block);
    }
    block.writer.begin(part);
    if (typeof part.delta === 'string') block.reader.feed(part.delta);
    else if (part.type.endsWith('-end')) {
      blocks.delete(part.id);
      endBlock(block, part);
    }
  }
}

function endBlock({ reader, writer }: Block, end?: Part): void {
  reader.finish();
  writer.endBlock(end);
}
