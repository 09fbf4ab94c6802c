// A whole answer as a stream, for hosts that can't stream what was asked for.
import type { Part } from '../protocols/protocol.ts';
import type { GenerateResult, StreamResult } from './sdk.ts';

/** The parts of an answer, one after the other. */
export function streamOf(result: GenerateResult): StreamResult {
  const { content, finishReason, warnings = [], ...rest } = result;
  const { usage, providerMetadata, response, request } = rest as Record<string, unknown>;
  const { headers, body: _, ...metadata } = Object(response) as Record<string, unknown>;
  const parts: Part[] = [
    { type: 'stream-start', warnings },
    { type: 'response-metadata', ...metadata },
    ...content.flatMap((part, index) => partsOf(part, String(index))),
    { type: 'finish', finishReason, usage, providerMetadata },
  ];
  const stream = new ReadableStream<Part>({
    start(controller) {
      for (const part of parts) controller.enqueue(part);
      controller.close();
    },
  });
  return { stream, request, response: { headers } } as StreamResult;
}

function partsOf(part: Part, id: string): Part[] {
  const { type, text, ...rest } = part;
  if (type !== 'text' && type !== 'reasoning') return [part];
  return [
    { type: `${type}-start`, id, ...rest },
    { type: `${type}-delta`, id, delta: text },
    { type: `${type}-end`, id, ...rest },
  ];
}
