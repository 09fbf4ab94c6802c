// What the model can do: sums, and things that only a model in the page can, with the page itself.
import { tool } from 'ai';
import { z } from 'zod';
import { calculate } from './calculator.ts';

const files = ['menu.json', 'opening-hours.txt'] as const;

export const tools = {
  calculate: tool({
    description: 'Works out a sum with + - * / ^ and parentheses.',
    inputSchema: z.object({ expression: z.string().describe('such as 12 * (3 + 4)') }),
    execute: async ({ expression }) => ({ value: calculate(expression) }),
  }),
  read_headings: tool({
    description: 'Lists the headings of this page.',
    inputSchema: z.object({}),
    execute: async () => ({
      headings: Array.from(document.querySelectorAll('h1, h2, h3'), ({ textContent }) => textContent),
    }),
  }),
  set_page_colour: tool({
    description: 'Sets the background colour of this page.',
    inputSchema: z.object({ colour: z.string().describe('as in CSS: a name, or #rrggbb') }),
    execute: async ({ colour }) => {
      if (!CSS.supports('color', colour)) throw new Error(`"${colour}" is not a colour.`);
      document.documentElement.style.setProperty('--page', colour);
      return { colour };
    },
  }),
  read_file: tool({
    description: 'Reads a file of the restaurant whose page this is.',
    inputSchema: z.object({ name: z.enum(files) }),
    execute: async ({ name }, { abortSignal }) => {
      const response = await fetch(`./files/${name}`, { signal: abortSignal ?? null });
      if (!response.ok) throw new Error(`${name}: ${response.status} ${response.statusText}`);
      return { text: await response.text() };
    },
  }),
};

/** Questions that need them. */
export const ideas = [
  'What is 12 * (3 + 4)?',
  'Make the page teal, please',
  'Which headings does this page have?',
  'What is on the menu?',
  'Tell me a story',
];
