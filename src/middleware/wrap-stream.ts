// Hop 1 of a delta's path: text deltas go to the parser, other parts pass through untouched and in order.
import { PartReader, type Stage } from '../protocols/part-reader.ts';
import type { Part, ToolCallProtocol } from '../protocols/protocol.ts';
import { Answer } from './answer.ts';
import { coerceCall } from './coerce-call.ts';
import { pullThrough } from './pull-through.ts';
import type { CallParams, GenerateResult, StreamResult } from './sdk.ts';
import type { Settings } from './settings.ts';
import { streamOf } from './stream-of.ts';

/** The two ways to call the model. */
export interface ModelCalls {
  doStream: () => PromiseLike<StreamResult>;
  doGenerate: () => PromiseLike<GenerateResult>;
}

/** Makes calls of the text that holds them, as it streams. */
export async function wrapStream(
  { doStream, doGenerate }: ModelCalls,
  params: CallParams,
  settings: Settings,
): Promise<StreamResult> {
  const answer = new Answer(params, settings);
  const isGenerated = answer.isForced && settings.forcedChoice === 'generate';
  const result = isGenerated ? streamOf(await doGenerate()) : await doStream();
  if (answer.isUntouched) return result;
  return { ...result, stream: readStream(result.stream, answer, params.abortSignal) };
}

/** All stages in one pull; a protocol that comes as a `TransformStream` is piped through, between two of them. */
function readStream(
  source: ReadableStream<Part>,
  answer: Answer,
  signal: AbortSignal | undefined,
): ReadableStream<Part> {
  let stream = source;
  let create = (write: Write): Stage => new Inlet(answer, write);
  for (const protocol of answer.protocols) {
    if (protocol.createTextReader) create = chain(create, readerStage(protocol, answer));
    else {
      stream = pullThrough(stream, create, signal).pipeThrough(protocol.createStreamParser(answer.reading));
      create = (write) => ({
        feed: (part) => write(coerceCall(part, answer.reading.tools)),
        finish: () => {},
      });
    }
  }
  return pullThrough(
    stream,
    chain(create, (write) => new Outlet(answer, write)),
    signal,
  );
}

type Write = (part: Part) => void;
type CreateStage = (write: Write) => Stage;

const readerStage =
  (protocol: ToolCallProtocol, { reading }: Answer): CreateStage =>
  (write) =>
    new PartReader(
      reading,
      protocol.createTextReader as NonNullable<ToolCallProtocol['createTextReader']>,
      write,
    );

/** One stage after the other. */
function chain(first: CreateStage, second: CreateStage): CreateStage {
  return (write) => {
    const last = second(write);
    const stage = first((part) => last.feed(part));
    return {
      feed: (part) => stage.feed(part),
      finish: () => {
        stage.finish();
        last.finish();
      },
    };
  };
}

/** Where parts come in: notes them. */
class Inlet implements Stage {
  readonly feed: (part: Part) => void;

  constructor(answer: Answer, write: Write) {
    this.feed = (part) => {
      answer.onPart(part);
      write(part);
    };
  }

  finish(): void {}
}

/** Where parts go out: warnings at the start, the reason at the end. */
class Outlet implements Stage {
  readonly #answer: Answer;
  readonly #write: Write;
  #isStarted = false;
  #isFinished = false;

  constructor(answer: Answer, write: Write) {
    this.#answer = answer;
    this.#write = write;
  }

  feed(part: Part): void {
    this.#put(this.#isStarted ? part : this.#start(part));
  }

  /** A stream may end without a reason. */
  finish(): void {
    if (!this.#isFinished) this.#answer.finish();
    this.#isFinished = true;
  }

  /** Adds the warnings to the first part, which tells those of the provider, if it tells any. */
  #start(part: Part): Part {
    this.#isStarted = true;
    const { warnings } = this.#answer;
    if (part.type === 'stream-start')
      return warnings.length === 0
        ? part
        : { ...part, warnings: [...((part.warnings as unknown[]) ?? []), ...warnings] };
    if (warnings.length > 0) this.#put({ type: 'stream-start', warnings });
    return part;
  }

  #put(part: Part): void {
    if (part.type !== 'finish') {
      this.#answer.onResult(part);
      this.#write(part);
      return;
    }
    const end = { ...part, finishReason: this.#answer.finishReason(part.finishReason) };
    this.#answer.onResult(end);
    this.finish();
    this.#write(end);
  }
}
