// A tool loop on the command line, printed as it streams:
//   node node.ts "Will it rain in Paris?"
//   node node.ts "Will it rain in Paris?" --url http://localhost:11434/v1 --model qwen2.5
import { parseArgs } from 'node:util';
import { isStepCount, streamText } from 'ai';
import { hermesToolMiddleware, withTools } from 'toolwire';
import { createModel } from './model.ts';
import { tools } from './tools.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { url: { type: 'string' }, model: { type: 'string' } },
});

const result = streamText({
  model: withTools(createModel(values.url, values.model), hermesToolMiddleware),
  tools,
  prompt: positionals.join(' ') || 'Will it rain in Paris?',
  stopWhen: isStepCount(5),
});

for await (const part of result.stream) {
  if (part.type === 'text-delta') process.stdout.write(part.text);
  if (part.type === 'tool-input-start') process.stdout.write(`\n${part.toolName} `);
  if (part.type === 'tool-input-delta') process.stdout.write(part.delta); // as the model writes it
  if (part.type === 'tool-result') console.log(` → ${JSON.stringify(part.output)}`);
  if (part.type === 'error') process.exitCode = 1;
}
console.log();
