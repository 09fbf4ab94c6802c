// The law suite on every built-in format: over the inputs of its cases, and over generated answers.
import { createProtocol, type Format, formats } from 'toolwire';
import { describe, expect, test } from 'vitest';
import { checkLaws, type LawCase, type LawOptions } from '../src/testing.ts';
import { readFormatCases } from './support/cases.ts';
import { generateAnswer } from './support/generated.ts';
import { Random } from './support/random.ts';
import { countUnits, readEvents } from './support/readings.ts';
import { alwaysWasm, neverWasm } from './support/tokens.ts';
import { tools, toolsNamed } from './support/tools.ts';

const files = import.meta.glob<string>(['./cases/*/*.txt', '!./cases/scanner/*'], {
  query: '?raw',
  import: 'default',
  eager: true,
});

interface ReadCase extends Omit<LawCase, 'options'> {
  options: Record<string, unknown>;
}

/** Generated answers per format. */
const ANSWERS = 150;

function lawCases(format: Format): ReadCase[] {
  const written = Object.entries(files)
    .filter(([file]) => file.split('/')[2] === format.name)
    .flatMap(([, content]) => readFormatCases(content))
    .map(({ text, tools: names, options }) => ({ text, tools: names ? toolsNamed(names) : tools, options }));
  const generated = Array.from({ length: ANSWERS }, (_, seed) => ({
    text: generateAnswer(format, seed).text,
    tools,
    options: {},
  }));
  return [...written, ...generated];
}

/** What a format leaves out on purpose: end tokens, thinking that holds no thought, a section that holds no call. */
function optionsFor(format: Format): LawOptions {
  const { open, close } = format.reasoning ?? { open: ['<think>'], close: ['</think>'] };
  const { section } = format;
  return {
    shortText: 60,
    drops: [...(format.strays ?? []), ...open, ...close, ...(section?.open ?? []), ...(section?.close ?? [])],
    dropsTextAfterCalls: format.after === 'drop',
    unitsScanned: (deltas, { tools }) => countUnits({ format, tools, options: {} }, deltas),
  };
}

describe.each(Object.values(formats).map((format) => [format.name, format] as const))('%s', (_, format) => {
  const cases = lawCases(format);

  test('every law holds', { timeout: 60_000 }, async () => {
    const shown = cases.filter(({ options }) => options.onMalformed !== 'drop');
    const protocol = createProtocol(format);
    // The headers of routed messages are neither text nor calls: of these formats, something is always lost.
    if (format === formats.harmony) delete protocol.extractToolCallSegments;
    const { violations } = await checkLaws(protocol, shown, optionsFor(format));
    expect(violations).toEqual([]);
  });

  test('both engines read the same', { timeout: 60_000 }, () => {
    for (const { text, tools, options } of cases) {
      const setting = { format, tools, options };
      const random = new Random(text.length);
      for (const size of [1, 4, 64, 1000]) {
        const deltas = random.cut(text, size);
        const expected = readEvents(setting, deltas, neverWasm);
        expect(readEvents(setting, deltas, alwaysWasm), text).toEqual(expected);
        expect(readEvents(setting, deltas, { ascii: 5, wide: 9 }), text).toEqual(expected);
      }
    }
  });
});
