// What the scanner is timed on: texts as models write them, made from a seed. `mixed` texts have a dash, an accent or
// a CJK character every few words, which makes the whole string two-byte.
import { Random } from '../support/random.ts';

const words =
  'the model reads each tool from its prompt and then writes a call when the question needs one so weather in Paris is asked for with a city and a number of days while results come back as plain text'.split(
    ' ',
  );
const wide = ['—', 'café', '天気', 'naïve', '“quoted”'];

function sentence(random: Random, mixed: boolean): string {
  const list = Array.from({ length: 6 + random.below(12) }, () =>
    mixed && random.oneIn(8) ? random.pick(wide) : random.pick(words),
  );
  return `${list.join(' ')}. `;
}

function fill(units: number, piece: () => string): string {
  let text = '';
  while (text.length < units) text += piece();
  return text;
}

/** Plain prose with a paragraph break now and then and hardly a `<`. */
export const prose = (units: number, mixed: boolean, random = new Random(1)) =>
  fill(
    units,
    () => sentence(random, mixed) + (random.oneIn(6) ? '\n\n' : '') + (random.oneIn(60) ? 'a < b. ' : ''),
  );

/** Prose with code: generics, comparisons, tags and fences that are no markers. */
export const code = (units: number, mixed: boolean, random = new Random(2)) =>
  fill(
    units,
    () =>
      `${sentence(random, mixed)}\n\`\`\`ts\nfor (let i = 0; i < list.length; i++) {\n  const m = new Map<string, number[]>();\n  if (a[i] < b) out.push(\`<li>\${a[i]}</li>\`);\n}\n\`\`\`\n`,
  );

/** A JSON object whose values are files: long strings with an escape per line. */
export function longStrings(units: number, mixed: boolean, random = new Random(3)): string {
  const line = () =>
    JSON.stringify(`${' '.repeat(2 * random.below(4))}${sentence(random, mixed)}`).slice(1, -1);
  return fill(units, () => `{"path":"src/a.ts","content":"${fill(3000, () => `${line()}\\n`)}"}`);
}

/** JSON objects with short keys and values. */
export const structured = (units: number, mixed: boolean, random = new Random(4)) =>
  fill(units, () =>
    JSON.stringify({
      rows: Array.from({ length: 40 }, (_, id) => ({
        id,
        name: mixed && random.oneIn(2) ? random.pick(wide) : random.pick(words),
        tags: [random.pick(words), random.pick(words)],
        size: { w: random.below(1000), h: random.below(1000) / 8 },
        done: random.oneIn(2),
      })),
    }),
  );

/** Elements with text, attributes and entities. */
export const xml = (units: number, mixed: boolean, random = new Random(5)) =>
  fill(
    units,
    () =>
      `<item kind="note" id='${random.below(999)}'><title>${sentence(random, mixed)}</title><body>${sentence(random, mixed)}&lt;b&gt; &amp; ${sentence(random, mixed)}</body></item>\n`,
  );

/** Call expressions with keyword arguments. */
export const expressions = (units: number, mixed: boolean, random = new Random(6)) =>
  fill(
    units,
    () =>
      `[get_weather(city="${mixed ? random.pick(wide) : random.pick(words)}", days=${random.below(9)}), search(query='${sentence(random, mixed)}', tags=['a', "b"], exact=True)]\n`,
  );

/** A turn of an agent: prose, a call with a file in it, a call with structure, prose with code. */
export const session = (units: number, mixed: boolean, random = new Random(7)) =>
  fill(
    units,
    () =>
      `${prose(600, mixed, random)}<tool_call>\n{"name":"write_file","arguments":${longStrings(3000, mixed, random)}}\n</tool_call>\n` +
      `${prose(200, mixed, random)}<tool_call>\n{"name":"insert","arguments":${structured(1500, mixed, random)}}\n</tool_call>\n${code(500, mixed, random)}`,
  );
