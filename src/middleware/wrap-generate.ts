// Reads an answer that comes whole: the same protocols, and so the same parser, as for a stream.
import type { Part, ReadingSettings, ToolCallProtocol } from '../protocols/protocol.ts';
import { Answer } from './answer.ts';
import { coerceCall } from './coerce-call.ts';
import type { CallParams, GenerateResult } from './sdk.ts';
import type { Settings } from './settings.ts';

/** Makes calls of the text that holds them. */
export async function wrapGenerate(
  doGenerate: () => PromiseLike<GenerateResult>,
  params: CallParams,
  settings: Settings,
): Promise<GenerateResult> {
  const answer = new Answer(params, settings);
  const result = await doGenerate();
  if (answer.isUntouched) return result;
  for (const part of result.content) answer.onPart(part);
  let content = result.content;
  for (const protocol of answer.protocols)
    content = content.flatMap((part) => readPart(part, protocol, answer.reading));
  for (const part of content) answer.onResult(part);
  answer.finish();
  const warnings = [...(result.warnings ?? []), ...answer.warnings];
  return { ...result, content, finishReason: answer.finishReason(result.finishReason), warnings };
}

/** A part, or what is read of its text. What the provider says of the text stays with it. */
function readPart(part: Part, protocol: ToolCallProtocol, settings: ReadingSettings): Part[] {
  const isRead =
    part.type === 'text' || (part.type === 'reasoning' && settings.options?.reasoning === 'parse');
  if (!isRead || part.text === '') return [part];
  const parts = protocol.parseGeneratedText({ ...settings, text: String(part.text) });
  // What it says besides is kept where no text is left, as in a stream.
  const isCarrier = Object.keys(part).length > 2 && !parts.some(({ type }) => type === 'text');
  const isCoerced = protocol.createTextReader !== undefined;
  return [...parts, ...(isCarrier ? [{ type: 'text', text: '' }] : [])].map((read) => {
    if (read.type === 'text') return { ...part, text: read.text };
    return isCoerced ? read : coerceCall(read, settings.tools);
  });
}
