// examples/next, built and started: both routes, and the page in Chromium.
import { chromium } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { chat, read } from '../support/chat.ts';
import { launchOptions } from '../support/chromium.ts';
import { run, type Server, serve } from '../support/examples.ts';

let server: Server;

beforeAll(async () => {
  await run('next', 'next', ['build']); // checks the types as well
  server = await serve('next', 'next', ['start', '--hostname', '127.0.0.1', '--port', '0']);
});

afterAll(() => server?.[Symbol.asyncDispose]());

test.each(['/api/chat', '/api/edge'])('%s streams a tool loop', async (route) => {
  expect(await read(chat(server.url + route, 'Will it rain in Paris?'))).toEqual([
    'text "Let me look. "',
    'call get_weather {"city":"Paris","days":2}',
    'result {"city":"Paris","days":2,"celsius":17}',
    'text "It will be 17 degrees."',
    'finish stop',
  ]);
});

test.each(['/api/chat', '/api/edge'])('%s sends chunks while the model is writing', async (route) => {
  const times: number[] = [];
  for await (const { type } of chat(server.url + route, 'Will it rain in Paris?'))
    if (type.endsWith('-delta')) times.push(performance.now());
  // The script takes 20 ms for each of its 33 deltas.
  expect((times.at(-1) as number) - (times[0] as number)).toBeGreaterThan(300);
});

test('a wrong body is told with the cure', async () => {
  const response = await fetch(`${server.url}/api/chat`, { method: 'POST', body: '{}' });
  expect([response.status, await response.text()]).toEqual([
    400,
    expect.stringContaining('{"messages": […]}'),
  ]);
});

test.each(['/api/chat', '/api/edge'])('the page calls the tool through %s', async (route) => {
  await using browser = await chromium.launch(launchOptions); // it ends with its first page
  const page = await browser.newPage();
  await page.goto(server.url);
  await page.getByRole('combobox').selectOption(route);
  await page.getByRole('button', { name: 'Ask' }).click();
  await page.getByText('It will be 17 degrees.').waitFor();
  expect(await page.locator('pre').textContent()).toBe('get_weather({"city":"Paris","days":2}) → 17 °C');
});
