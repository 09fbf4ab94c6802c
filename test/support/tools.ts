// The tools that cases call, by name. A case gets all of them unless it names some.
import type { Tool } from 'toolwire';

const string = { type: 'string' } as const;

/** The tools of the cases. */
export const tools: readonly Tool[] = [
  {
    name: 'get_weather',
    description: 'The weather of the next days.',
    inputSchema: {
      type: 'object',
      properties: {
        city: string,
        days: { type: 'integer' },
        unit: { type: 'string', enum: ['celsius', 'fahrenheit'] },
      },
      required: ['city'],
    },
  },
  {
    name: 'search',
    description: 'Finds pages.',
    inputSchema: {
      type: 'object',
      properties: {
        query: string,
        tags: { type: 'array', items: string },
        exact: { type: 'boolean' },
        options: { type: 'object', properties: { limit: { type: 'integer' }, lang: string } },
      },
    },
  },
  {
    name: 'write_file',
    description: 'Writes a file.',
    inputSchema: { type: 'object', properties: { path: string, content: string } },
  },
  { name: 'ping', description: 'Says pong.', inputSchema: { type: 'object', properties: {} } },
  {
    name: 'plot',
    description: 'Draws points.',
    inputSchema: {
      type: 'object',
      properties: {
        points: {
          type: 'array',
          items: { type: 'object', properties: { x: { type: 'number' }, y: { type: 'number' } } },
        },
        size: { type: 'array', prefixItems: [{ type: 'integer' }, { type: 'integer' }] },
        title: { type: ['string', 'null'] },
      },
    },
  },
  { name: 'anything', description: 'Takes whatever comes.' },
  { name: 'constructor', description: 'A name that every object has.', inputSchema: { type: 'object' } },
];

/** The tools of these names; one that is not known takes any arguments. `none` names none. */
export function toolsNamed(names: readonly string[]): Tool[] {
  const known = (name: string) => tools.find((tool) => tool.name === name) ?? { name };
  return names.filter((name) => name !== 'none').map(known);
}
