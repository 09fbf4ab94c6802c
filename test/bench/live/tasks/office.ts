// Tasks of an office: clocks to set, a meeting to arrange, a journey to book, settings to mend.
import { tool } from 'ai';
import { z } from 'zod';
import { calculate } from './arithmetic.ts';
import { call, type Task } from './task.ts';

const times: Record<string, string> = { Tokyo: '21:05', Lima: '07:05', Oslo: '14:05', Nairobi: '15:05' };

export const clocks: Task = {
  name: 'four clocks',
  prompt: 'Set the clocks named Tokyo, Lima, Oslo and Nairobi to the local time of these cities.',
  goal: { clocks: times },
  begin() {
    const clocks: Record<string, string> = {};
    const tools = {
      getTime: tool({
        description: 'The local time of a city.',
        inputSchema: z.object({ city: z.string() }),
        execute: async ({ city }) => {
          if (!Object.hasOwn(times, city)) throw new Error(`There is no city "${city}".`);
          return { city, time: times[city] };
        },
      }),
      setClock: tool({
        description: 'Set a clock.',
        inputSchema: z.object({ name: z.string(), time: z.string().describe('As 09:30') }),
        execute: async ({ name, time }) => {
          clocks[name] = time;
          return { set: true };
        },
      }),
    };
    return { tools, state: () => ({ clocks }) };
  },
  turns: [
    Object.keys(times).map((city) => call('getTime', { city })),
    Object.entries(times).map(([name, time]) => call('setClock', { name, time })),
  ],
};

const busy: Record<string, string[]> = {
  ana: ['09:00', '10:00', '13:00', '16:00'],
  bo: ['09:00', '11:00', '12:00', '13:00'],
  cem: ['10:00', '11:00', '15:00'],
};

export const meeting: Task = {
  name: 'meeting',
  prompt:
    'Ana, Bo and Cem need to meet for an hour at the first full hour from 09:00 on at which all three are free; the last one is 16:00. Book it in the room R1, or if that is taken, in any other free one that seats three. Their ids are ana, bo and cem.',
  goal: { meetings: [{ people: ['ana', 'bo', 'cem'], start: '14:00', room: 'R3' }] },
  begin() {
    const meetings: unknown[] = [];
    const tools = {
      getCalendar: tool({
        description: 'The hours at which a person is busy today.',
        inputSchema: z.object({ person: z.string() }),
        execute: async ({ person }) => {
          if (!Object.hasOwn(busy, person)) throw new Error(`There is no "${person}". Ids: ana, bo, cem.`);
          return { person, busy: busy[person] };
        },
      }),
      listRooms: tool({
        description: 'The rooms that are free at an hour.',
        inputSchema: z.object({ start: z.string() }),
        execute: async ({ start }) => [
          { room: 'R2', seats: 2 },
          { room: start === '14:00' ? 'R3' : 'R4', seats: 6 },
        ],
      }),
      bookMeeting: tool({
        description: 'Book a room for a meeting of an hour.',
        inputSchema: z.object({ people: z.array(z.string()), start: z.string(), room: z.string() }),
        execute: async ({ people, start, room }) => {
          if (room === 'R1') throw new Error(`R1 is taken at ${start}.`);
          meetings.push({ people: [...people].sort(), start, room });
          return { booked: true };
        },
      }),
    };
    return { tools, state: () => ({ meetings }) };
  },
  turns: [
    Object.keys(busy).map((person) => call('getCalendar', { person })),
    [call('bookMeeting', { people: ['ana', 'bo', 'cem'], start: '14:00', room: 'R1' })],
    [call('listRooms', { start: '14:00' })],
    [call('bookMeeting', { people: ['ana', 'bo', 'cem'], start: '14:00', room: 'R3' })],
  ],
};

const flights: Record<string, unknown[]> = {
  'ZRH-OSL 2027-05-03': [
    { id: 'F1', euros: 190, stops: 0 },
    { id: 'F2', euros: 142, stops: 0 },
    { id: 'F3', euros: 99, stops: 2 },
  ],
  'OSL-ZRH 2027-05-05': [
    { id: 'B1', euros: 165, stops: 0 },
    { id: 'B2', euros: 210, stops: 0 },
  ],
};
const hotels = [
  { id: 'H1', nokPerNight: 1450, breakfast: false },
  { id: 'H2', nokPerNight: 1600, breakfast: true },
  { id: 'H3', nokPerNight: 1900, breakfast: true },
];

const travelAgency = {
  findFlights: tool({
    description: 'Find flights of a day.',
    inputSchema: z.object({ from: z.string(), to: z.string(), day: z.iso.date() }),
    execute: async ({ from, to, day }) => flights[`${from}-${to} ${day}`] ?? [],
  }),
  findHotels: tool({
    description: 'Find hotels by the code of the airport; prices are in NOK.',
    inputSchema: z.object({ airport: z.string() }),
    execute: async ({ airport }) => (airport === 'OSL' ? hotels : []),
  }),
  toEuros: tool({
    description: 'Convert an amount to euros.',
    inputSchema: z.object({ amount: z.number(), currency: z.string() }),
    execute: async ({ amount, currency }) => {
      if (currency !== 'NOK') throw new Error('Only NOK can be converted.');
      return { euros: Number((amount * 0.085).toFixed(2)) };
    },
  }),
};

export const journey: Task = {
  name: 'journey',
  prompt:
    'Book a journey from ZRH to OSL on 2027-05-03 and back on 2027-05-05: the cheapest direct flights, and the cheapest hotel in OSL with breakfast for the two nights. Then save the budget: the total of all in euros.',
  goal: { flights: { F2: true, B1: true }, hotels: { H2: 2 }, budget: 579 },
  begin() {
    const booked = { flights: {} as Record<string, boolean>, hotels: {} as Record<string, number> };
    let budget: number | null = null;
    const tools = {
      ...travelAgency,
      calculate,
      bookFlight: tool({
        description: 'Book a flight.',
        inputSchema: z.object({ id: z.string() }),
        execute: async ({ id }) => {
          booked.flights[id] = true;
          return { booked: id };
        },
      }),
      bookHotel: tool({
        description: 'Book a hotel.',
        inputSchema: z.object({ id: z.string(), nights: z.int() }),
        execute: async ({ id, nights }) => {
          booked.hotels[id] = nights;
          return { booked: id };
        },
      }),
      saveBudget: tool({
        description: 'Save what the journey costs.',
        inputSchema: z.object({ euros: z.number() }),
        execute: async ({ euros }) => {
          budget = euros;
          return { saved: true };
        },
      }),
    };
    return { tools, state: () => ({ ...booked, budget }) };
  },
  turns: [
    [
      call('findFlights', { from: 'ZRH', to: 'OSL', day: '2027-05-03' }),
      call('findFlights', { from: 'OSL', to: 'ZRH', day: '2027-05-05' }),
      call('findHotels', { airport: 'OSL' }),
    ],
    [call('toEuros', { amount: 3200, currency: 'NOK' })],
    [call('calculate', { expression: '142 + 165 + 272' })],
    [
      call('bookFlight', { id: 'F2' }),
      call('bookFlight', { id: 'B1' }),
      call('bookHotel', { id: 'H2', nights: 2 }),
    ],
    [call('saveBudget', { euros: 579 })],
  ],
};

/** What the settings must be, in the order in which they are checked. */
const rules: [file: string, key: string, isRight: (value: unknown) => boolean, says: string][] = [
  ['server.json', 'port', (value) => value === 8080, 'must be the number 8080'],
  ['limits.json', 'retries', (value) => value === 3, 'must be the number 3'],
];

export const settings: Task = {
  name: 'settings',
  prompt:
    'A service does not start. Run the check, mend the files that it complains about, and run it again until it passes. Change nothing else.',
  goal: {
    files: { 'server.json': { host: '0.0.0.0', port: 8080 }, 'limits.json': { retries: 3, timeout: 30 } },
    passed: true,
  },
  begin() {
    const files: Files = {
      'server.json': '{\n  "host": "0.0.0.0",\n  "port": "80a0"\n}\n',
      'limits.json': '{\n  "retries": -1,\n  "timeout": 30\n}\n',
    };
    let passed = false;
    const tools = {
      runCheck: tool({
        description: 'Check the settings; tells the first that is wrong.',
        inputSchema: z.object({}),
        execute: async () => {
          const problem = checkSettings(files);
          passed = problem === null;
          return { passed, problem };
        },
      }),
      readFile: tool({
        description: 'Read a file.',
        inputSchema: z.object({ file: z.string() }),
        execute: async ({ file }) => readFrom(files, file),
      }),
      replaceText: tool({
        description: 'Replace text in a file. It must be there once.',
        inputSchema: z.object({ file: z.string(), find: z.string(), replacement: z.string() }),
        execute: async ({ file, find, replacement }) => {
          const parts = readFrom(files, file).split(find);
          if (parts.length !== 2) throw new Error(`The text is ${parts.length - 1} times in ${file}.`);
          files[file] = parts.join(replacement);
          return { replaced: true };
        },
      }),
    };
    const parsed = () => Object.fromEntries(Object.entries(files).map(([file, text]) => [file, parse(text)]));
    return { tools, state: () => ({ files: parsed(), passed }) };
  },
  turns: [
    [call('runCheck', {})],
    [call('readFile', { file: 'server.json' })],
    [call('replaceText', { file: 'server.json', find: '"80a0"', replacement: '8080' })],
    [call('runCheck', {})],
    [call('readFile', { file: 'limits.json' })],
    [call('replaceText', { file: 'limits.json', find: '"retries": -1', replacement: '"retries": 3' })],
    [call('runCheck', {})],
  ],
};

type Files = Record<string, string>;

function readFrom(files: Files, file: string): string {
  const text = Object.hasOwn(files, file) ? files[file] : undefined;
  if (text === undefined) throw new Error(`There is no ${file}. Files: ${Object.keys(files).join(', ')}.`);
  return text;
}

/** The first setting that is wrong, if any. */
function checkSettings(files: Files): string | null {
  for (const [file, key, isRight, says] of rules) {
    const values = parse(readFrom(files, file));
    if (values === undefined) return `${file}: is no JSON`;
    if (!isRight(values[key])) return `${file}: "${key}" ${says}`;
  }
  return null;
}

function parse(text: string): Record<string, unknown> | undefined {
  try {
    return Object(JSON.parse(text));
  } catch {
    return undefined;
  }
}
