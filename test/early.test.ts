// Law 6: prose leaves at once, and a long string argument while it is being written.
import { createParser, type Format, formats } from 'toolwire';
import { expect, test } from 'vitest';
import { tools } from './support/tools.ts';

/** Most units between what was fed and what has come out of it. */
const MAX_HELD = 64;

/** A value that looks the same in every format: nothing to escape, and nothing to trim. */
const content = 'const a = b ? c : d; '.repeat(10_000);

/** Formats whose strings stream. */
const streamed: Format[] = Object.values(formats).filter(({ name }) =>
  ['hermes', 'gemma', 'morph-xml', 'wire', 'qwen3-coder', 'glm-4.5', 'kimi-k2', 'deepseek-v3'].includes(name),
);

test.each(streamed.map((format) => [format.name, format] as const))(
  '%s: a string of 200 KB is never more than 64 units behind',
  (_, format) => {
    const text = format.writeCall({ toolName: 'write_file', input: { path: 'a', content } });
    const valueAt = text.indexOf(content);
    expect(valueAt).toBeGreaterThan(0);
    const parser = createParser({ format, tools });
    let input = '';
    let before = -1; // units of input when the value starts
    let most = 0;
    for (let at = 0; at < valueAt + content.length; at += 4) {
      const fed = Math.min(at + 4, valueAt + content.length);
      for (const event of parser.feed(text.slice(at, fed)))
        if (event.type === 'input-delta') input += event.delta;
      if (before < 0 && input.includes('"content":')) before = input.indexOf('"content":') + 11;
      most = Math.max(most, fed - valueAt - Math.max(0, input.length - Math.max(before, 0)));
    }
    expect(before).toBeGreaterThan(0);
    expect(most).toBeLessThanOrEqual(MAX_HELD);
  },
);

test.each(Object.values(formats).map((format) => [format.name, format] as const))(
  '%s: of prose only what may be a marker is held back',
  (_, format) => {
    const prose = 'So a is less than b, and that is all there is to it. '.repeat(400);
    const parser = createParser({ format, tools });
    let shown = '';
    for (let at = 0; at < prose.length; at += 4) {
      for (const event of parser.feed(prose.slice(at, at + 4)))
        if (event.type === 'text-delta') shown += event.text;
      expect(Math.min(at + 4, prose.length) - shown.length).toBeLessThanOrEqual(MAX_HELD);
    }
  },
);
