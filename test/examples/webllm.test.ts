// examples/webllm in headless Chromium, as `vite build` makes it. There is neither a GPU nor the network, so the engine in
// WebLLM's worker is the scripted one. A screenshot is kept as build/out/webllm.png.
import { join } from 'node:path';
import { prebuiltAppConfig } from '@mlc-ai/web-llm';
import { chromium, type Page } from 'playwright';
import { beforeAll, describe, expect, test } from 'vitest';
import { calculate } from '../../examples/webllm/src/calculator.ts';
import { type ModelEntry, models } from '../../examples/webllm/src/models.ts';
import { launchOptions } from '../support/chromium.ts';
import { examples, root, run } from '../support/examples.ts';
import { serveFolder } from '../support/static-server.ts';

const strict = "default-src 'self'";
const withWasm = `${strict}; script-src 'self' 'wasm-unsafe-eval'`;

beforeAll(() => run('webllm', 'vite', ['build']));

/** What went wrong in a page, and what it did to its Content-Security-Policy. */
interface Troubles {
  readonly errors: string[];
  readonly violations: string[];
}

/** Opens the page with no network but its own server. */
async function open(policy = withWasm) {
  const server = await serveFolder(join(examples, 'webllm/dist'), policy);
  const browser = await chromium.launch(launchOptions);
  const page = await browser.newPage({ viewport: { width: 760, height: 900 } });
  await page.context().route(
    (url) => !url.href.startsWith(server.url),
    (route) => route.abort(),
  );
  const troubles: Troubles = { errors: [], violations: [] };
  page.on('pageerror', ({ message }) => troubles.errors.push(message));
  await page.exposeFunction('violated', (what: string) => void troubles.violations.push(what));
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ blockedURI }) =>
      (globalThis as unknown as { violated(what: string): void }).violated(blockedURI),
    );
  });
  await page.goto(server.url);
  return {
    page,
    troubles,
    async [Symbol.asyncDispose]() {
      await browser.close();
      await server[Symbol.asyncDispose]();
    },
  };
}

/** Takes the scripted model that the page offers. */
async function loadScript(page: Page) {
  await page.getByRole('button', { name: 'Use the scripted model' }).click();
  await page.getByText('scripted is ready').waitFor();
}

async function ask(page: Page, question: string) {
  await page.getByLabel('Message').fill(question);
  await page.getByRole('button', { name: 'Send' }).click();
}

/** Waits until the answer is there, and gives it: texts, and calls as name, input, output and what became of them. */
async function readAnswer(page: Page): Promise<string[]> {
  await page.getByRole('button', { name: 'Stop' }).waitFor({ state: 'hidden' });
  return page
    .locator('.answer')
    .last()
    .evaluate((answer) =>
      Array.from(answer.children, (child) => {
        const texts = Array.from(child.querySelectorAll('code, pre'), ({ textContent }) => textContent);
        const state = (child as HTMLElement).dataset.state;
        return state ? `${state}: ${texts.join(' ')}`.trim() : (child.textContent ?? '').trim();
      }),
    );
}

/** Keeps what each call shows from now on, whenever it changes. */
async function watchCalls(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const seen: string[] = [];
    Object.assign(globalThis, { seen });
    const watch = () => {
      const call = document.querySelector<HTMLElement>('.answer:last-child .call');
      const text = call && `${call.dataset.state} ${call.querySelector('.input')?.textContent}`;
      if (text && text !== seen.at(-1)) seen.push(text);
    };
    const options = { subtree: true, childList: true, characterData: true, attributes: true };
    new MutationObserver(watch).observe(document.querySelector('#messages') as Element, options);
  });
  return () => page.evaluate(() => (globalThis as unknown as { seen: string[] }).seen);
}

test('it type-checks', () => run('webllm', 'tsc'));

test('its models are prebuilt ones of WebLLM, and take the memory that is told', () => {
  const known = new Map(prebuiltAppConfig.model_list.map((record) => [record.model_id, record]));
  const memoryOf = (id: string) => Math.round((known.get(id)?.vram_required_MB ?? 0) / 100) / 10;
  expect(models.map(({ id, memory }) => [id, memory])).toEqual(models.map(({ id }) => [id, memoryOf(id)]));
});

test('a grammar holds those whose format has one', async () => {
  const toolwire = join(examples, 'node_modules/toolwire/dist');
  const { formats }: typeof import('../../src/index.ts') = await import(join(toolwire, 'index.js'));
  const { structuralTagFor }: typeof import('../../src/webllm.ts') = await import(
    join(toolwire, 'webllm.js')
  );
  const tools = [{ name: 'calculate', inputSchema: { type: 'object', properties: {} } }];
  const hasGrammar = (format: ModelEntry['format']) => structuralTagFor(formats[format], tools) !== undefined;
  expect(models.filter(({ isHeld = true, format }) => isHeld !== hasGrammar(format))).toEqual([]);
});

test.each([
  ['12 * (3 + 4)', 84],
  ['-2 ^ 2', -4],
  ['2 ^ 3 ^ 2', 512],
  ['8 - 3 - 2', 3],
  ['1 / 4 / 2', 0.125],
  ['.5 + 1.5e1', 15.5],
  ['(1 + 2', 'A ")" is missing'],
  ['1 +', '"the end" in "1 +" is not a number'],
  ['alert(1)', '"a" in "alert(1)" is not a number'],
  ['1 2', '"2" in "1 2" was not expected'],
])('its calculator: %s', (expression, value) => {
  if (typeof value === 'number') expect(calculate(expression)).toBe(value);
  else expect(() => calculate(expression)).toThrow(value);
});

describe('without WebGPU', () => {
  test('the page says so, and offers the script', async () => {
    await using host = await open();
    const notice = host.page.getByRole('alert');
    await notice.waitFor();
    expect(await notice.textContent()).toMatch(/WebGPU/);
    expect(await host.page.getByRole('button', { name: 'Send' }).isDisabled()).toBe(true);
    await loadScript(host.page);
    expect(await notice.isHidden()).toBe(true);
    expect(host.troubles).toEqual({ errors: [], violations: [] });
  });

  test("a model is tried all the same: WebLLM's worker says why not", async () => {
    await using host = await open();
    await host.page.getByRole('alert').waitFor();
    await host.page.getByLabel('Model').selectOption('Qwen3-1.7B-q4f16_1-MLC');
    await host.page.getByRole('button', { name: 'Load' }).click();
    const notice = host.page.getByText('Qwen3-1.7B-q4f16_1-MLC could not be loaded.');
    await notice.waitFor();
    expect(await notice.textContent()).toContain('downloaded from huggingface.co');
    await loadScript(host.page);
  });
});

test('a sum: the call is shown while it is written, then its result, then the answer', async () => {
  await using host = await open();
  await loadScript(host.page);
  const readSeen = await watchCalls(host.page);
  await ask(host.page, 'What is 12 * (3 + 4)?');
  const input = '{"expression":"12 * (3 + 4)"}';
  expect(await readAnswer(host.page)).toEqual([
    'Let me see.',
    `done: calculate ${input} {"value":84}`,
    'That makes 84.',
  ]);
  const seen = await readSeen();
  const partial = seen.filter((text) => text.startsWith('writing '));
  expect(partial.length).toBeGreaterThan(5);
  expect(partial).toContain('writing {"expression":"12 *');
  for (const text of partial) expect(`writing ${input}`.startsWith(text), text).toBe(true);
  expect(seen.at(-1)).toBe(`done ${input}`);
  expect(host.troubles).toEqual({ errors: [], violations: [] });
});

test('tools of the page: its colour, its headings, a file beside it; two calls in one answer', async () => {
  await using host = await open();
  await loadScript(host.page);
  await ask(host.page, 'What is 6 * 7? And make the page teal');
  expect(await readAnswer(host.page)).toEqual([
    'Let me see.',
    'done: calculate {"expression":"6 * 7"} {"value":42}',
    'done: set_page_colour {"colour":"teal"} {"colour":"teal"}',
    'That makes 42. The page is teal now.',
  ]);
  const colour = () => host.page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  await expect.poll(colour).toBe('rgb(0, 128, 128)');

  await ask(host.page, 'Which headings does this page have?');
  const headings = ['A model in your browser, with tools', 'Model', 'Chat'];
  expect(await readAnswer(host.page)).toEqual([
    'Let me see.',
    `done: read_headings {} ${JSON.stringify({ headings })}`,
    `The page has 3 headings: ${headings.join(', ')}.`,
  ]);

  await ask(host.page, 'When do you open?');
  const text = 'Tuesday to Sunday, 12:00 to 22:00.\nClosed on Mondays.\n';
  expect(await readAnswer(host.page)).toEqual([
    'Let me see.',
    `done: read_file {"name":"opening-hours.txt"} ${JSON.stringify({ text })}`,
    `It says: ${text.trim()}`,
  ]);

  await ask(host.page, 'Paint the page blurple');
  expect(await readAnswer(host.page)).toEqual([
    'Let me see.',
    'failed: set_page_colour {"colour":"blurple"} "blurple" is not a colour.',
    'That did not work: Error: "blurple" is not a colour.',
  ]);
  await host.page.screenshot({ path: join(root, 'build/out/webllm.png'), fullPage: true });
});

describe('stopping', () => {
  test('an answer: the text stays as it is, and the next question is answered', async () => {
    await using host = await open();
    await loadScript(host.page);
    await ask(host.page, 'Tell me a story');
    await host.page.getByText('carried words').waitFor();
    await host.page.getByRole('button', { name: 'Stop' }).click();
    const [story = '', note] = await readAnswer(host.page);
    expect(note).toBe('Stopped.');
    expect(story).toMatch(/^There was a wire/);
    expect(story.length).toBeLessThan(600);
    await ask(host.page, 'What is 1 + 1?');
    expect((await readAnswer(host.page)).at(-1)).toBe('That makes 2.');
    expect(host.troubles).toEqual({ errors: [], violations: [] });
  });

  test('a call: it never runs', async () => {
    await using host = await open();
    await loadScript(host.page);
    await ask(host.page, `What is 1${' + 1'.repeat(200)}?`);
    await host.page.getByText('{"expression":"1 + 1').waitFor();
    await host.page.getByRole('button', { name: 'Stop' }).click();
    const [, call, note] = await readAnswer(host.page);
    expect(call).toMatch(/^stopped: calculate \{"expression":"1 \+ 1[ +1]*$/);
    expect(note).toBe('Stopped.');
  });
});

test.each([
  [strict, 'ts', ['wasm-eval']],
  [withWasm, 'wasm', []],
])('under the policy "%s" the scanner is %s', async (policy, name, violations) => {
  await using host = await open(policy);
  expect(await host.page.locator('footer').textContent()).toContain(`its ${name} engine`);
  await loadScript(host.page);
  await ask(host.page, 'What is 12 * (3 + 4)?');
  expect((await readAnswer(host.page)).at(-1)).toBe('That makes 84.');
  expect(host.troubles).toEqual({ errors: [], violations });
});
