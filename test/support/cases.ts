// Cases as text: a title, a line that sets the case up, the input, what must come out. One blank line between cases.

export interface Case {
  title: string;
  setting: string;
  text: string;
  expected: string[];
}

/** Reads the cases of one file. */
export function readCases(content: string): Case[] {
  const blocks = `\n${content.trimEnd()}`.split(/\n+(?=# )/).slice(1);
  return blocks.map((block) => {
    const [head = '', tail = ''] = block.split('\n==>\n');
    const [title = '', setting = '', ...input] = head.split('\n');
    return {
      title: title.slice(2),
      setting,
      text: input.join('\n'),
      expected: tail.split('\n').filter(Boolean),
    };
  });
}
