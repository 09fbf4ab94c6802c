// The demo's command line.
import { parseArgs } from 'node:util';
import type { Endpoint } from './endpoint.ts';
import { question } from './story.ts';

export interface Options {
  isHelp: boolean;
  /** Formats to run, one after the other. */
  formats: string[];
  /** What the user says. */
  prompt: string;
  /** Milliseconds between two deltas. */
  pause: number;
  /** Whom to ask instead of the embedded model. */
  endpoint: Endpoint | undefined;
}

export const help = `npm run demo                         a scripted model, in four formats
npm run demo -- --format glm-4.5     in one format, any of those in the README
npm run demo -- --url http://localhost:11434/v1 --model qwen3:8b
                                     a model behind any OpenAI-compatible endpoint

  --format NAME   how the model writes its calls (with --url: hermes, unless you say)
  --url URL       the endpoint, up to and with /v1; it gets text alone, no tools
  --model NAME    which of its models
  --key KEY       its API key, if it wants one
  --prompt TEXT   what you say to it
  --pause MS      time between two deltas (default 40; with --url: 1)`;

/** Reads the arguments; a problem says what is wrong with them. */
export function readOptions(args: string[], known: readonly string[]): Options | { problem: string } {
  try {
    return check(args, known);
  } catch (error) {
    return { problem: (error as Error).message };
  }
}

function check(args: string[], known: readonly string[]): Options {
  const text = { type: 'string' } as const;
  const { values } = parseArgs({
    args,
    options: {
      format: text,
      url: text,
      model: text,
      key: text,
      prompt: text,
      pause: text,
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  const { url, model, key, format, prompt = question } = values;
  if (format && !known.includes(format))
    throw new Error(`There is no format "${format}". Formats: ${known.join(', ')}.`);
  if (url && !URL.canParse(url)) throw new Error(`--url must be as http://localhost:8000/v1, got "${url}".`);
  if (url && !model) throw new Error(`--url needs --model NAME; GET ${url}/models lists them.`);
  if (!url && (model || key || values.prompt))
    throw new Error('--model, --key and --prompt need --url: the embedded model knows one story.');
  const pause = Number(values.pause ?? (url ? 1 : 40));
  if (!(pause >= 0)) throw new Error(`--pause must be milliseconds, got "${values.pause}".`);
  return {
    isHelp: values.help,
    formats: format ? [format] : url ? ['hermes'] : ['hermes', 'qwen3-coder', 'wire', 'morph-xml'],
    prompt,
    pause,
    endpoint: url && model ? { url: url.replace(/\/+$/, ''), model, key } : undefined,
  };
}
