// Tools and calls to count tokens by: from one word to orders with nested parts. They are made up, and of the shapes
// that agents have: look-ups, messages, files, queries, bookings, records.

const string = { type: 'string' };
const integer = { type: 'integer' };
const number = { type: 'number' };
const boolean = { type: 'boolean' };
const choice = (...values) => ({ type: 'string', enum: values });
const list = (items) => ({ type: 'array', items });

/** The schema of an object; a key that ends in `?` is optional. */
function object(properties) {
  const keys = Object.keys(properties);
  const required = keys.filter((key) => !key.endsWith('?'));
  const named = keys.map((key) => [key.replace('?', ''), properties[key]]);
  return { type: 'object', properties: Object.fromEntries(named), required };
}

const tool = (name, description, properties) => ({ name, description, inputSchema: object(properties) });

const place = object({ line: string, town: string, 'postcode?': string });

export const tools = [
  tool('readSensor', 'Read the latest value of a sensor.', { id: string, 'unit?': choice('si', 'us') }),
  tool('lookupWord', 'Look up a word in a dictionary.', { word: string, 'lang?': choice('en', 'fr', 'de') }),
  tool('convertCurrency', 'Convert an amount at today’s rate.', { amount: number, from: string, to: string }),
  tool('postMessage', 'Post a message to a channel.', {
    channel: string,
    text: string,
    'thread?': string,
    'silent?': boolean,
  }),
  tool('findFlights', 'Find flights for a day.', {
    from: string,
    to: string,
    day: { type: 'string', format: 'date' },
    'seats?': integer,
    'direct?': boolean,
  }),
  tool('readFile', 'Read lines of a text file.', { path: string, 'start?': integer, 'end?': integer }),
  tool('replaceText', 'Replace text in a file, once.', { path: string, find: string, replacement: string }),
  tool('runQuery', 'Run a read-only SQL query.', { sql: string, 'timeout?': integer }),
  tool('setLight', 'Switch a lamp.', {
    room: string,
    on: boolean,
    'brightness?': { type: 'integer', minimum: 0, maximum: 100 },
  }),
  tool('tagPhotos', 'Add tags to photos.', { ids: list(integer), tags: list(string) }),
  tool('planRoute', 'Plan a route through several points.', {
    stops: list(object({ lat: number, lon: number })),
    'mode?': choice('car', 'bike', 'walk'),
  }),
  tool('createContact', 'Create a contact in the address book.', {
    name: string,
    email: string,
    home: place,
    'work?': place,
    'labels?': list(string),
  }),
  tool('placeOrder', 'Place an order with its delivery options.', {
    customer: string,
    items: list(object({ sku: string, count: integer })),
    delivery: object({ method: choice('post', 'courier'), address: place, 'note?': string }),
  }),
  tool('listAlarms', 'List all alarms.', {}),
];

const call = (name, toolName, input) => ({ name, call: { toolName, input } });

export const cases = [
  call('one word', 'lookupWord', { word: 'serendipity' }),
  call('one word and a choice', 'lookupWord', { word: 'ubiquitous', lang: 'en' }),
  call('an id', 'readSensor', { id: 'greenhouse-07' }),
  call('an id and a choice', 'readSensor', { id: 'boiler/2', unit: 'si' }),
  call('no arguments', 'listAlarms', {}),
  call('numbers', 'convertCurrency', { amount: 149.9, from: 'CHF', to: 'JPY' }),
  call('a sentence', 'postMessage', {
    channel: '#support',
    text: 'The export is done, see the shared folder.',
  }),
  call('a sentence with quotes', 'postMessage', {
    channel: '@lena',
    text: 'She wrote "ship it" twice, so let’s go',
    silent: true,
  }),
  call('several lines', 'postMessage', {
    channel: 'ops',
    text: 'Deploy finished.\n- api: ok\n- web: ok',
    thread: '1719234.55',
  }),
  call('dates and flags', 'findFlights', {
    from: 'ZRH',
    to: 'OSL',
    day: '2027-02-11',
    seats: 2,
    direct: true,
  }),
  call('required only', 'findFlights', { from: 'Lisbon', to: 'São Paulo', day: '2027-03-01' }),
  call('a path', 'readFile', { path: 'src/app/routes/index.tsx' }),
  call('a path and a range', 'readFile', { path: './docs/Guide de démarrage.md', start: 40, end: 80 }),
  call('code', 'replaceText', {
    path: 'lib/date.js',
    find: 'if (a == b) {',
    replacement: "if (a === b && c !== '</call>') {",
  }),
  call('a query', 'runQuery', {
    sql: "SELECT name, count(*) AS n FROM visits WHERE city = 'Bern' GROUP BY name HAVING n > 3",
  }),
  call('a query with quotes', 'runQuery', { sql: 'SELECT "order".id FROM "order" LIMIT 5', timeout: 30 }),
  call('a switch', 'setLight', { room: 'kitchen', on: false }),
  call('a switch and a level', 'setLight', { room: 'living room', on: true, brightness: 35 }),
  call('lists', 'tagPhotos', { ids: [1841, 1842, 1850], tags: ['beach', 'summer 2026'] }),
  call('a list of objects', 'planRoute', {
    stops: [
      { lat: 46.95, lon: 7.44 },
      { lat: 47.37, lon: 8.54 },
    ],
    mode: 'bike',
  }),
  call('an object', 'createContact', {
    name: 'Noor Haddad',
    email: 'noor@haddad.example',
    home: { line: '4 Rue Haute', town: 'Lyon', postcode: '69001' },
  }),
  call('two objects', 'createContact', {
    name: 'Ivo',
    email: 'ivo@mail.example',
    home: { line: 'Dorfstrasse 9', town: 'Chur' },
    work: { line: 'Bahnhofplatz 1', town: 'Zug', postcode: '6300' },
    labels: ['supplier'],
  }),
  call('objects in objects', 'placeOrder', {
    customer: 'C-20417',
    items: [
      { sku: 'LAMP-3', count: 2 },
      { sku: 'BULB-E27', count: 6 },
    ],
    delivery: {
      method: 'courier',
      address: { line: '12 Mill Lane', town: 'Leeds', postcode: 'LS1 4AB' },
      note: 'Ring twice',
    },
  }),
];
