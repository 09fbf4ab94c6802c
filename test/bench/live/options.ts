// The command line of the live benchmark.
import { parseArgs } from 'node:util';
import type { Case } from './case.ts';
import { type Mode, modes, parseAblation } from './variation.ts';

export interface Options {
  isHelp: boolean;
  /** The endpoint, up to and with /v1. */
  url: string;
  key: string | undefined;
  models: string[];
  cases: Case[];
  modes: Mode[];
  ablations: string[];
  reps: number;
  concurrency: number;
  /** The folder of the artifacts. */
  out: string;
  temperature: number | undefined;
  /** Times that a request is tried again. */
  retries: number;
  /** Seconds that a cell may take. */
  timeout: number;
}

export const help = `npm run bench:live -- --url http://localhost:11434/v1 --models qwen3:8b,llama3.1:8b

Asks models to call tools, by native JSON and by compactTools(), and compares tokens, time and what came of it.
Every finished cell is kept in OUT/cells.jsonl: the same command goes on where it was stopped, and tries errors again.

  --url URL          an OpenAI-compatible endpoint, up to and with /v1 (or OPENAI_BASE_URL)
  --key KEY          its API key, if it wants one (or OPENAI_API_KEY)
  --models A,B       its models (or OPENAI_MODEL)
  --modes M,…        ${modes.join(', ')} (default: both)
  --ablation A,…     compact once more for each: syntax=json, placement=first, fallbackToJson=force, no-manual;
                     several at once with +, as syntax=json+no-manual
  --cases NAME,…     names of cases, or calls, or tasks (default: all)
  --reps N           times that each cell is run (default 3)
  --concurrency N    cells at once (default 1)
  --out DIR          where the artifacts are (default bench-live)
  --temperature T    default: the provider's
  --retries N        how often a failed request is tried again (default 2)
  --timeout SECONDS  for one cell (default 300)`;

type Env = Record<string, string | undefined>;

/** Reads the arguments; a problem says what is wrong, and the cure. */
export function readOptions(args: string[], env: Env, known: Case[]): Options | { problem: string } {
  try {
    return check(args, env, known);
  } catch (error) {
    return { problem: (error as Error).message };
  }
}

function check(args: string[], env: Env, known: Case[]): Options {
  const { values } = parseArgs({ args, options });
  const url = values.url ?? env.OPENAI_BASE_URL;
  const models = list(values.models ?? env.OPENAI_MODEL);
  const isHelp = values.help === true;
  if (!isHelp && !url)
    throw new Error(
      'Which endpoint? Pass --url, as http://localhost:11434/v1, or set OPENAI_BASE_URL; any OpenAI-compatible one will do.',
    );
  if (!isHelp && !URL.canParse(url ?? ''))
    throw new Error(`--url must be as http://localhost:8000/v1, got "${url}".`);
  if (!isHelp && models.length === 0)
    throw new Error(`Which models? Pass --models A,B or set OPENAI_MODEL; GET ${url}/models lists them.`);
  const ablations = list(values.ablation);
  for (const ablation of ablations) parseAblation(ablation);
  return {
    isHelp,
    url: (url ?? '').replace(/\/+$/, ''),
    key: values.key ?? env.OPENAI_API_KEY,
    models,
    cases: chooseCases(values.cases, known),
    modes: list(values.modes ?? modes.join()).map(checkMode),
    ablations,
    reps: count('reps', values.reps, 3, 1),
    concurrency: count('concurrency', values.concurrency, 1, 1),
    out: values.out ?? 'bench-live',
    temperature: values.temperature === undefined ? undefined : number('temperature', values.temperature),
    retries: count('retries', values.retries, 2, 0),
    timeout: count('timeout', values.timeout, 300, 1),
  };
}

const text = { type: 'string' } as const;
const options = {
  url: text,
  key: text,
  models: text,
  modes: text,
  ablation: text,
  cases: text,
  reps: text,
  concurrency: text,
  out: text,
  temperature: text,
  retries: text,
  timeout: text,
  help: { type: 'boolean', short: 'h' },
} as const;

const list = (names: string | undefined) => [
  ...new Set(
    (names ?? '')
      .split(',')
      .map((name) => name.trim())
      .filter(Boolean),
  ),
];

function chooseCases(names: string | undefined, known: Case[]): Case[] {
  if (names === undefined) return known;
  const isNamed = (name: string) => (one: Case) => one.name === name || `${one.kind}s` === name;
  const wanted = list(names);
  for (const name of wanted) {
    if (known.some(isNamed(name))) continue;
    throw new Error(
      `There is no case "${name}". Cases: calls, tasks, ${known.map((one) => one.name).join(', ')}.`,
    );
  }
  return known.filter((one) => wanted.some((name) => isNamed(name)(one)));
}

function checkMode(name: string): Mode {
  const mode = modes.find((one) => one === name);
  if (!mode) throw new Error(`There is no mode "${name}". Modes: ${modes.join(', ')}.`);
  return mode;
}

function number(name: string, value: string): number {
  const figure = Number(value);
  if (value.trim() === '' || !Number.isFinite(figure))
    throw new Error(`--${name} must be a number, got "${value}".`);
  return figure;
}

function count(name: string, value: string | undefined, fallback: number, least: number): number {
  const figure = number(name, value ?? String(fallback));
  if (!Number.isInteger(figure) || figure < least)
    throw new Error(`--${name} must be a whole number from ${least} on, got "${value}".`);
  return figure;
}
