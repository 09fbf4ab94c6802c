// Tools for a model that only writes text: `streamText` runs a loop of steps while you see, side by side, what the model
// writes and what the AI SDK gets. The model is a script in this folder, or any OpenAI-compatible endpoint:
//   npm run demo -- --help
import { isStepCount, streamText } from 'ai';
import { engine, formats, toolCallOptions, toolMiddleware, withTools } from 'toolwire';
import { askEndpoint } from './demo/endpoint.ts';
import { help, type Options, readOptions } from './demo/options.ts';
import { Screen, showPart } from './demo/screen.ts';
import { tellStory } from './demo/story.ts';
import { createTextModel } from './demo/text-model.ts';
import { tools } from './demo/tools.ts';

/** Times that the model is asked. */
const MAX_STEPS = 6;
const screen = new Screen(process.stdout);

/** Runs the loop in one format. True if it came to an answer. */
async function run(name: string, { endpoint, prompt, pause }: Options): Promise<boolean> {
  screen.title(endpoint ? `${name}, ${endpoint.model}` : name);
  const source = endpoint ? askEndpoint(endpoint) : tellStory(name);
  const model = createTextModel(source, { pause, onDelta: (delta) => screen.delta(delta) });
  const result = streamText({
    model: withTools(model, toolMiddleware(name)),
    tools,
    prompt,
    stopWhen: isStepCount(MAX_STEPS),
    // What was odd in the model's text, and read all the same.
    providerOptions: { toolCallMiddleware: toolCallOptions({ onError: (message) => screen.note(message) }) },
    onError: () => {}, // shown below
  });
  let isFine = true;
  for await (const part of result.stream) {
    showPart(screen, part);
    if (part.type === 'error' || part.type === 'tool-error') isFine = false;
  }
  if (!isFine) return false;
  if ((await result.finishReason) === 'tool-calls') {
    screen.line(`No answer in ${MAX_STEPS} steps.`, 'red');
    return false;
  }
  screen.line(`answer: ${(await result.text).trim()}`, 'bold');
  return true;
}

const options = readOptions(
  process.argv.slice(2),
  Object.values(formats).map((format) => format.name),
);
if ('problem' in options) {
  console.error(`${options.problem.replace(/\.?$/, '.')} Try --help.`);
  process.exitCode = 2;
} else if (options.isHelp) console.log(help);
else {
  const { name, why } = engine();
  console.log(`engine: ${name} (${why})\nyou: ${options.prompt}`);
  for (const format of options.formats) if (!(await run(format, options))) process.exitCode = 1;
}
