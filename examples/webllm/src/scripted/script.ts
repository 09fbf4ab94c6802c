// What the scripted model says: calls for questions that it knows, as Qwen and Hermes write them, and a sentence for each
// result. What to call stands in the prompt for models; here it stands in the rules.
import type { ChatCompletionMessageParam } from '@mlc-ai/web-llm';

interface Rule {
  readonly tool: string;
  /** What it finds in a question becomes the arguments. */
  readonly asks: RegExp;
  readonly argumentsOf: (found: RegExpExecArray) => object;
  readonly tell: (result: never) => string;
}

const rules: readonly Rule[] = [
  {
    tool: 'calculate',
    asks: /[\d.(][\d\s.()+*/^-]*[+*/^-][\d\s.()+*/^-]*[\d)]/,
    argumentsOf: ([expression]) => ({ expression }),
    tell: ({ value }: { value: number }) => `That makes ${value}.`,
  },
  {
    tool: 'set_page_colour',
    asks: /\b(?:colou?r|paint|page|make it)\b.*?\b(teal|gold|pink|coral|plum|tan|white|grey|blurple|#[\da-f]{3,6})\b/i,
    argumentsOf: ([, colour]) => ({ colour }),
    tell: ({ colour }: { colour: string }) => `The page is ${colour} now.`,
  },
  {
    tool: 'read_headings',
    asks: /\bheadings?\b/i,
    argumentsOf: () => ({}),
    tell: ({ headings }: { headings: string[] }) =>
      `The page has ${headings.length} headings: ${headings.join(', ')}.`,
  },
  {
    tool: 'read_file',
    asks: /\b(?:(menu)|open(?:ing)?|hours)\b/i,
    argumentsOf: ([, menu]) => ({ name: menu ? 'menu.json' : 'opening-hours.txt' }),
    tell: ({ text }: { text: string }) => `It says: ${text.trim()}`,
  },
];

const story = `There was a wire that carried words from one end to the other. ${'It hummed, and went on. '.repeat(60)}`;

export function answerTo(messages: readonly ChatCompletionMessageParam[]): string {
  const question = String(messages.at(-1)?.content ?? '');
  const results = [...question.matchAll(/<tool_response>\s*(.*?)\s*<\/tool_response>/gs)];
  if (results.length > 0) return results.map(([, json]) => tell(JSON.parse(json ?? ''))).join(' ');
  if (/\bstory\b/i.test(question)) return story;
  const calls = rules.flatMap(({ tool, asks, argumentsOf }) => {
    const found = asks.exec(question);
    return found ? [writeCall(tool, argumentsOf(found))] : [];
  });
  if (calls.length > 0) return `Let me see.\n${calls.join('\n')}`;
  return 'I am a script. I can do sums, paint the page, read its headings, and open the menu or the opening hours.';
}

const writeCall = (name: string, args: object) =>
  `<tool_call>\n${JSON.stringify({ name, arguments: args })}\n</tool_call>`;

function tell({ name, content }: { name?: string; content?: unknown }): string {
  const { error } = Object(content) as { error?: unknown };
  if (error !== undefined) return `That did not work: ${error}`;
  return rules.find(({ tool }) => tool === name)?.tell(content as never) ?? 'Done.';
}
