// Cases as text: a title, a line that sets the case up, the input, what must come out. One blank line between cases.

export interface Case {
  title: string;
  setting: string;
  text: string;
  expected: string[];
}

/** Reads the cases of one file. */
export function readCases(content: string): Case[] {
  return splitCases(content).map(({ title, lines: [setting = '', ...input], expected }) => ({
    title,
    setting,
    text: input.join('\n'),
    expected,
  }));
}

function splitCases(content: string): { title: string; lines: string[]; expected: string[] }[] {
  const blocks = `\n${content.trimEnd()}`.split(/\n+(?=# )/).slice(1);
  return blocks.map((block) => {
    const [head = '', tail = ''] = block.split(/\n==>(?:\n|$)/);
    const [title = '', ...lines] = head.split('\n');
    return { title: title.slice(2), lines, expected: tail.split('\n').filter(Boolean) };
  });
}

/** A case of a format. */
export interface FormatCase {
  title: string;
  /** Names of the tools; undefined: all of them. */
  tools: string[] | undefined;
  options: Record<string, unknown>;
  text: string;
  expected: string[];
}

/**
 * Reads the cases of a format. Between title and input may stand `tools a b`, `options {…}`, and for input that can't
 * be written as it is, `input "…"` in its place, a JSON string.
 */
export function readFormatCases(content: string): FormatCase[] {
  return splitCases(content).map(({ title, lines, expected }) => {
    const settings = new Map<string, string>();
    for (let match = settingOf(lines); match; match = settingOf(lines)) settings.set(match[0], match[1]);
    const quoted = settings.get('input');
    return {
      title,
      tools: settings.get('tools')?.split(' '),
      options: JSON.parse(settings.get('options') ?? '{}'),
      text: quoted === undefined ? lines.join('\n') : JSON.parse(quoted),
      expected,
    };
  });
}

/** Takes the first line away if it sets the case up. */
function settingOf(lines: string[]): [key: string, value: string] | undefined {
  const [, key, value] = /^(tools|options|input) ([\w{"].*)$/.exec(lines[0] ?? '') ?? [];
  if (key === undefined || value === undefined) return undefined;
  lines.shift();
  return [key, value];
}
