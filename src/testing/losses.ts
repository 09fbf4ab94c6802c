// Law 1: what is shown and what is read as calls is, put together, the text. Blanks next to a call are layout.
import type { Part } from '../protocols/protocol.ts';
import type { LawOptions } from './law.ts';

/** What of a text is in none of these: the texts among the parts, and the segments that are calls. */
export function findLoss(
  given: string,
  parts: readonly Part[],
  givenSegments: readonly string[],
  { drops = [], dropsTextAfterCalls = false }: LawOptions,
): string | undefined {
  const without = (text: string) => drops.reduce((rest, literal) => rest.replaceAll(literal, ''), text);
  const text = without(given);
  const segments = givenSegments.map(without);
  const texts = parts
    .map((part) => (part.type === 'text' ? without(String(part.text)) : undefined))
    .filter((piece) => piece !== '');
  let hasCalls = false; // between the last text and the next
  let mayDrop = false;
  let at = 0;
  while (at < text.length) {
    for (; texts.length > 0 && texts[0] === undefined; texts.shift()) hasCalls = true;
    const [segment] = segments;
    const [shown] = texts;
    if (hasCalls && segment !== undefined && text.startsWith(segment, at)) {
      at += (segments.shift() as string).length;
      mayDrop = dropsTextAfterCalls;
    } else if (shown !== undefined && text.startsWith(shown, at)) {
      at += (texts.shift() as string).length;
      hasCalls = false;
    } else if (mayDrop || /\s/.test(text[at] as string)) at++;
    else return `lost at ${at}: ${JSON.stringify(text.slice(at, at + 80))}`;
  }
  const extra = [...segments, ...texts].find((piece) => piece);
  return extra ? `not in the text: ${JSON.stringify(extra)}` : undefined;
}
