// Cuts don't matter, for damaged calls either: pieces of calls that are swapped, lost and mixed with units that mean
// something somewhere, made from a seed, give the same text, calls and issues however the text is cut.
import { type Format, formats, type ParserOptions } from 'toolwire';
import { describe, expect, test } from 'vitest';
import { Random } from './support/random.ts';
import { readEvents } from './support/readings.ts';

const string = { type: 'string' };
const inputSchema = {
  type: 'object',
  properties: {
    s: string,
    n: { type: 'integer' },
    l: { type: 'array', items: string },
    o: { type: 'object', properties: { s: string } },
    e: { enum: ['a b', 'c'] },
    u: { type: ['string', 'null'] },
  },
};
const tools = [{ name: 'f', inputSchema }, { name: 'fo' }, { name: 'f_g', inputSchema }];

// biome-ignore format: a list
const units = [
  '\r', '\n', '\r\n', ' ', '\t', '\\n', '\\', '\\/', '"', "'", '<', '>', '/', '&', '&lt;', '&#', '1', '-', 'x', '天', '\ud83d', '\ude00', '=', ',', ':', ';',
  '{', '}', '[', ']', '(', ')', '|', '`', '\u00a0', '\ufeff', '#', 'null', 'true', 'None', '1.5', 'e', '+',
];

function randomText(format: Format, random: Random): string {
  const unit = () => random.pick(units);
  const input = {
    s: Array.from({ length: random.below(5) }, unit).join(''),
    ...(random.oneIn(2) && { n: random.below(9) }),
    ...(random.oneIn(3) && { l: [unit(), unit()] }),
    ...(random.oneIn(3) && { o: { s: unit() + unit() } }),
    ...(random.oneIn(4) && { u: unit(), e: 'a b' }),
    ...(random.oneIn(6) && { z: unit() }),
  };
  const toolName = random.pick(['f', 'fo', 'f_g', 'g']);
  const call = format.writeCall({ toolName, input, tool: tools.find(({ name }) => name === toolName) });
  const pieces = call.match(/[A-Za-z_]+|\s+|[^A-Za-z_\s]+/g) as string[];
  for (let i = random.below(5); i > 0; i--) {
    const at = random.below(pieces.length);
    const other = random.below(pieces.length);
    const [one = '', two = ''] = [pieces[at], pieces[other]];
    // biome-ignore format: one kind of damage a line
    switch (random.below(4)) {
      case 0: pieces.splice(at, 0, unit()); break;
      case 1: pieces[at] = ''; break;
      case 2: pieces[at] = two; break;
      default: pieces[at] = two; pieces[other] = one;
    }
  }
  const damaged = pieces.join('');
  const before = random.oneIn(3) ? unit() + unit() : '';
  const text = before + damaged + (random.oneIn(3) ? unit() + unit() + damaged : '');
  return random.oneIn(4) ? text.slice(0, random.below(text.length + 1)) : text;
}

/** Issues apart, in any order: those of JSON within a string come when it is whole. */
function sorted(lines: readonly string[]): string[] {
  const isIssue = (line: string) => line.startsWith('issue ');
  return [...lines.filter((line) => !isIssue(line)), ...lines.filter(isIssue).sort()];
}

describe.each(Object.values(formats).map((format) => [format.name, format] as const))('%s', (_, format) => {
  test('2,000 damaged answers', { timeout: 30_000 }, () => {
    const random = new Random(format.name.length * 7919);
    for (let i = 0; i < 2000; i++) {
      const text = randomText(format, random);
      const options: ParserOptions = { onMalformed: random.pick(['text', 'drop', 'call'] as const) };
      const setting = { format, tools, options };
      const whole = sorted(readEvents(setting, [text]));
      for (const deltas of [text.split(''), random.cut(text, 2), random.cut(text, 5)])
        expect(sorted(readEvents(setting, deltas)), JSON.stringify(text)).toEqual(whole);
    }
  });
});
