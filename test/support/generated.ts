// Answers as models might write them, made from a seed: prose, calls in the format's own spelling, and damage.
import type { Format, WrittenCall } from '../../src/formats/format.ts';
import { Random } from './random.ts';

const prose = [
  'Let me look that up.', ' ', '\n\n', 'a < b && c > d', 'a list:\n- one\n- two\n', '`code`', '```ts\nf<T>(x);\n```\n', '{"a": 1}', '[1, 2]',
  'naïve café', '天気は', '😀', '\ud83d', '<b>bold</b>', '<think>', '</think>', 'get_weather(city="Paris")', '<', '[', '{', '`', "it's", '"',
]; // biome-ignore format: a list

const strings = [
  '', 'Paris', 'New York, NY', 'it\'s "quoted"', 'a\nb\n', '</tool_call>', '```', '<|im_end|>', '{"x": [1]}', 'true', '12', 'null', '天気 😀', '\\',
  '<a href="x">y</a>', '[1, 2', '</parameter>', 'a=b, c="d"', '&lt; & &amp;', ' padded ', '__proto__',
]; // biome-ignore format: a list

const damage = [
  '"',
  "'",
  '{',
  '}',
  ']',
  ',',
  ':',
  '\\',
  '\n',
  '<',
  '>',
  '</',
  '/>',
  '```',
  '=',
  '(',
  ')',
  '\ude00',
  'x',
];

/** An answer in this format. `damaged` ones may have units added, lost and swapped, and an end too early. */
export function generateAnswer(format: Format, seed: number): { text: string; damaged: boolean } {
  const random = new Random(seed * 7919 + 1);
  const damaged = random.oneIn(2);
  let text = '';
  for (let i = random.below(6); i >= 0; i--)
    text += random.oneIn(2) ? format.writeCall(randomCall(random)) : random.pick(prose);
  if (!damaged) return { text, damaged };
  for (let i = random.below(4); i >= 0; i--) {
    const at = random.below(text.length + 1);
    text =
      text.slice(0, at) + (random.oneIn(3) ? '' : random.pick(damage)) + text.slice(at + random.below(3));
  }
  return { text: random.oneIn(4) ? text.slice(0, random.below(text.length)) : text, damaged };
}

function randomCall(random: Random): WrittenCall {
  const text = () => random.pick(strings);
  // biome-ignore format: one tool a line
  switch (random.below(6)) {
    case 0: return { toolName: 'ping', input: {} };
    case 1: return { toolName: 'get_weather', input: { city: text(), days: random.below(9), unit: 'celsius' } };
    case 2: return { toolName: 'write_file', input: { path: text(), content: text() + text() } };
    case 3: return { toolName: 'anything', input: { [text() || 'k']: random.below(99), a: [text(), null, true], b: { c: -1.5 } } };
    case 4: return { toolName: 'fly', input: { to: text() } };
    default: return { toolName: 'search', input: { query: text(), tags: [text(), text()], exact: random.oneIn(2), options: { limit: 3 } } };
  }
}
