// The tools of the three examples.
import { tool } from 'ai';
import { z } from 'zod';

export const tools = {
  get_weather: tool({
    description: 'The weather of the next days.',
    inputSchema: z.object({ city: z.string(), days: z.int().min(1).max(7).default(1) }),
    execute: async ({ city, days }) => ({ city, days, celsius: 12 + city.length }),
  }),
};
