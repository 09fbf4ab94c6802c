// Calls read out of text as it streams: one answer in several formats, fed in small deltas, with what is known after
// each. Try one format alone: npm run demo -- --format qwen3-coder
import { setTimeout as sleep } from 'node:timers/promises';
import { createParser, engine, type Format, formats, type Tool } from 'toolwire';

const tools: Tool[] = [
  {
    name: 'get_weather',
    inputSchema: {
      type: 'object',
      properties: { city: { type: 'string' }, days: { type: 'integer' }, note: { type: 'string' } },
    },
  },
];
const call = {
  toolName: 'get_weather',
  input: { city: 'Saint-Étienne', days: 3, note: 'say "bonjour" </tool_call>' },
};

const at = process.argv.indexOf('--format');
const names = at < 0 ? ['hermes', 'qwen3-coder', 'wire'] : [process.argv[at + 1]];

async function show(format: Format): Promise<void> {
  const answer = `Is 3 < 4? Let me look.\n${format.writeCall(call)}`;
  const parser = createParser({ format, tools });
  console.log(`\n── ${format.name} ${'─'.repeat(60 - format.name.length)}`);
  for (let start = 0; start <= answer.length; start += 14) {
    const delta = answer.slice(start, start + 14);
    const events = delta === '' ? parser.finish() : parser.feed(delta);
    console.log(JSON.stringify(delta).padEnd(26), events.map(describe).join('  '));
    await sleep(25);
  }
  for (const event of parser.finish()) console.log(''.padEnd(26), describe(event));
}

function describe(event: ReturnType<ReturnType<typeof createParser>['feed']>[number]): string {
  switch (event.type) {
    case 'text-delta':
      return `text ${JSON.stringify(event.text)}`;
    case 'call-start':
      return `CALL ${event.toolName}`;
    case 'input-delta':
      return `input ${event.delta}`;
    case 'call-end':
      return `END ${event.input}`;
    default:
      return `issue ${event.code}`;
  }
}

console.log('engine:', engine());
for (const format of Object.values(formats)) if (names.includes(format.name)) await show(format);
