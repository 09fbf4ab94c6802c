// The tools of the demo. They would ask a service; these make something up, the same every time.
import { tool } from 'ai';
import { z } from 'zod';

export const tools = {
  get_weather: tool({
    description: 'The weather of the next days.',
    inputSchema: z.object({ city: z.string(), days: z.int().min(1).max(7) }),
    execute: async ({ city, days }) => ({ city, days, sky: 'clear', celsius: 12 + (city.length % 10) }),
  }),
  find_trains: tool({
    description: 'The next train between two cities.',
    inputSchema: z.object({
      from: z.string(),
      to: z.string(),
      after: z.string().optional().describe('Earliest departure, as 09:30'),
    }),
    execute: async ({ from, to, after = '09:00' }) => ({
      from,
      to,
      departs: `${after.slice(0, 3)}42`,
      euros: from.length + to.length / 2,
    }),
  }),
  save_note: tool({
    description: 'Keeps a note for the user.',
    inputSchema: z.object({ title: z.string(), text: z.string() }),
    execute: async ({ text }) => ({ saved: true, lines: text.split('\n').length }),
  }),
};
