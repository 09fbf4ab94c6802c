// Single answers: the calls of the token benchmark, each with a request that leaves one way to make it, among all the
// tools; and some requests that take several calls at once.
import { type JSONSchema7, jsonSchema, type ToolSet, tool } from 'ai';
import type { Tool } from 'toolwire';
// @ts-expect-error: plain JavaScript, which the command that counts runs as it is.
import * as set from '../token-cases.mjs';
import type { Call, Case } from './case.ts';
import { compare, type SameResult } from './compare.ts';

const { tools, cases: tokenCases } = set as { tools: Tool[]; cases: { name: string; call: Call }[] };

/** A text to be taken over unit by unit. */
const exactly = (text: string) => `\n---\n${text}\n---\nThe text is what stands between the lines.`;

/** What the user says, by the case's name. */
const prompts: Record<string, string> = {
  'one word': 'Look up the word "serendipity".',
  'one word and a choice': 'Look up the word "ubiquitous" in the English dictionary.',
  'an id': 'What does the sensor greenhouse-07 say?',
  'an id and a choice': 'Read the sensor boiler/2, in SI units.',
  'no arguments': 'Which alarms are set?',
  numbers: 'How much are 149.90 CHF in JPY? Use the three-letter codes.',
  'a sentence': `Post this to the channel #support:${exactly('The export is done, see the shared folder.')}`,
  'a sentence with quotes': `Post this silently to the channel @lena:${exactly(
    'She wrote "ship it" twice, so let’s go',
  )}`,
  'several lines': `Post this to the channel ops, in the thread 1719234.55:${exactly(
    'Deploy finished.\n- api: ok\n- web: ok',
  )}`,
  'dates and flags': 'Find direct flights from ZRH to OSL on 11 February 2027, two seats.',
  'required only': 'Which flights go from Lisbon to São Paulo on 1 March 2027?',
  'a path': 'Read the file src/app/routes/index.tsx.',
  'a path and a range': 'Read lines 40 to 80 of the file "./docs/Guide de démarrage.md".',
  code: `In lib/date.js, replace this, between the lines:
---
if (a == b) {
---
with this:
---
if (a === b && c !== '</call>') {
---`,
  'a query': `Run this query:${exactly(
    "SELECT name, count(*) AS n FROM visits WHERE city = 'Bern' GROUP BY name HAVING n > 3",
  )}`,
  'a query with quotes': `Run this query, with a timeout of 30:${exactly(
    'SELECT "order".id FROM "order" LIMIT 5',
  )}`,
  'a switch': 'Switch off the lamp in the room "kitchen".',
  'a switch and a level': 'Switch on the lamp in the room "living room", at a brightness of 35.',
  lists: 'Tag the photos 1841, 1842 and 1850, in this order, with "beach" and "summer 2026".',
  'a list of objects':
    'Plan a bike route from latitude 46.95, longitude 7.44 to latitude 47.37, longitude 8.54.',
  'an object':
    'Create a contact: Noor Haddad, noor@haddad.example, who lives at "4 Rue Haute", Lyon, postcode 69001.',
  'two objects':
    'Create a contact: Ivo, ivo@mail.example, at home "Dorfstrasse 9", Chur (no postcode), at work "Bahnhofplatz 1", Zug, postcode 6300. Label: supplier.',
  'objects in objects':
    'Place an order for the customer C-20417: 2 of LAMP-3, then 6 of BULB-E27. Deliver by courier to "12 Mill Lane", Leeds, postcode LS1 4AB, with the note "Ring twice".',
};

/** Requests that take several calls in one answer. */
const several: { name: string; prompt: string; calls: Call[] }[] = [
  {
    name: 'two calls',
    prompt: 'Read the sensors roof-1 and roof-2, both at once, in US units.',
    calls: ['roof-1', 'roof-2'].map((id) => ({ toolName: 'readSensor', input: { id, unit: 'us' } })),
  },
  {
    name: 'calls of three tools',
    prompt:
      'Do these at once: look up the word "fern", list my alarms, and switch off the lamp in the room "attic".',
    calls: [
      { toolName: 'lookupWord', input: { word: 'fern' } },
      { toolName: 'listAlarms', input: {} },
      { toolName: 'setLight', input: { room: 'attic', on: false } },
    ],
  },
];

const toolSet: ToolSet = Object.fromEntries(
  tools.map(({ name, description, inputSchema }) => [
    name,
    tool({ ...(description && { description }), inputSchema: jsonSchema(inputSchema as JSONSchema7) }),
  ]),
);

const schemaOf = (name: string) => tools.find((one) => one.name === name)?.inputSchema;

/** Compares calls in any order. */
export function judgeCalls(wanted: readonly Call[], got: readonly Call[]): SameResult {
  const invalid = got.find(({ isInvalid }) => isInvalid);
  if (invalid) return `${invalid.toolName}: no valid call`;
  const left = [...got];
  for (const { toolName, input } of wanted) {
    const named = left.filter((call) => call.toolName === toolName);
    const differences = named.map((call) => compare(input, call.input, schemaOf(toolName)));
    const at = differences.indexOf(undefined);
    if (at < 0) return `${toolName}: ${differences[0] ?? 'not called'}`;
    left.splice(left.indexOf(named[at] as Call), 1);
  }
  return left[0] && `${left[0].toolName}: one call too many`;
}

function callCase(name: string, prompt: string | undefined, calls: Call[]): Case {
  if (!prompt) throw new Error(`The case "${name}" needs a prompt in test/bench/live/call-cases.ts.`);
  const begin = () => ({ tools: toolSet, judge: (got: readonly Call[]) => judgeCalls(calls, got) });
  return { name, kind: 'call', prompt, turns: [calls], begin };
}

export const callCases: Case[] = [
  ...tokenCases.map(({ name, call }) => callCase(name, prompts[name], [call])),
  ...several.map(({ name, prompt, calls }) => callCase(name, prompt, calls)),
];
