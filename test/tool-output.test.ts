// What a tool gave, as the model reads it: every kind of output of the three specifications.
import { hermesToolMiddleware, toolMiddleware, withTools } from 'toolwire';
import { describe, expect, test } from 'vitest';
import { given, result, results, rewrite, text, user, written } from './support/hooks.ts';
import { createModel } from './support/model.ts';
import { hosts, stopAfter } from './support/sdks.ts';

describe('what a tool gave', () => {
  const image = { mediaType: 'image/png' };
  const url = 'https://example.com/a.png';

  /** Kinds of output: as the model reads them, and with their files attached. */
  const outputs: [kind: string, output: unknown, shown: unknown, isError?: boolean][] = [
    ['text', { type: 'text', value: 'fine' }, 'fine'],
    ['json', { type: 'json', value: { a: [1] } }, { a: [1] }],
    ['json null', { type: 'json', value: null }, null],
    ['json without a value', { type: 'json' }, null],
    ['error-text', { type: 'error-text', value: 'no such city' }, 'no such city', true],
    ['error-json', { type: 'error-json', value: { code: 404 } }, { code: 404 }, true],
    ['execution-denied', { type: 'execution-denied' }, 'The call was denied.', true],
    [
      'execution-denied with a reason',
      { type: 'execution-denied', reason: 'too late' },
      'The call was denied: too late',
      true,
    ],
    ['a bare value', { temperature: 3 }, { temperature: 3 }],
    ['a bare text', 'fine', 'fine'],
    ['texts', { type: 'content', value: [text('a'), text('b')] }, 'a\nb'],
    ['nothing', { type: 'content', value: [] }, ''],
  ];
  const seen: unknown[] = [];
  const noting = toolMiddleware('hermes', {
    toolResponsePromptTemplate: ({ toolName, toolCallId, result, isError }) => {
      seen.push([toolName, toolCallId, result, isError]);
      return JSON.stringify(result);
    },
  });

  test.each(outputs)('%s', async (_, output, shown, isError = false) => {
    seen.length = 0;
    const { prompt, told } = await rewrite([results(result(output))], noting);
    expect(seen).toEqual([['get_weather', '1', shown, isError]]);
    expect(prompt).toEqual([user(text(JSON.stringify(shown)))]);
    expect(told).toEqual([]);
  });

  test.each(outputs)('%s, as the protocol writes it', async (_, output, shown, isError = false) => {
    const { prompt } = await rewrite([results(result(output))]);
    expect(prompt).toEqual([user(text(given(isError ? { error: shown } : shown)))]);
  });

  test('a kind that is not known is passed on as JSON, and reported', async () => {
    const output = { type: 'hologram', value: 1 };
    const { prompt, told } = await rewrite([results(result(output))]);
    expect(prompt).toEqual([user(text(given(output)))]);
    expect(told).toEqual([[expect.stringContaining('"hologram"'), { output }]]);
  });

  /** Items of a content: the placeholder, and the file of a model that can see it. */
  const items: [what: string, spec: 'v2' | 'v3' | 'v4', item: object, name: string, file?: object][] = [
    ['media', 'v2', { type: 'media', data: 'AAAA', ...image }, 'image image/png', { data: 'AAAA', ...image }],
    [
      'file-data',
      'v3',
      { type: 'file-data', data: 'AAAA', mediaType: 'text/csv', filename: 'a.csv' },
      'file a.csv text/csv',
      { data: 'AAAA', mediaType: 'text/csv', filename: 'a.csv' },
    ],
    [
      'file-url',
      'v3',
      { type: 'file-url', url },
      'file',
      { data: new URL(url), mediaType: 'application/octet-stream' },
    ],
    ['file-url that is none', 'v3', { type: 'file-url', url: 'a.png' }, 'file'],
    ['file-id', 'v3', { type: 'file-id', fileId: 'f1' }, 'file'],
    [
      'image-data',
      'v3',
      { type: 'image-data', data: 'AAAA', ...image },
      'image image/png',
      { data: 'AAAA', ...image },
    ],
    ['image-url', 'v3', { type: 'image-url', url }, 'image', { data: new URL(url), mediaType: 'image/*' }],
    ['image-file-id', 'v3', { type: 'image-file-id', fileId: 'f1' }, 'image'],
    [
      'media under a newer SDK',
      'v4',
      { type: 'media', data: 'AAAA', ...image },
      'image image/png',
      { data: { type: 'data', data: 'AAAA' }, ...image },
    ],
    [
      'image-url under a newer SDK',
      'v4',
      { type: 'image-url', url },
      'image',
      { data: { type: 'url', url: new URL(url) }, mediaType: 'image/*' },
    ],
    [
      'file with data',
      'v4',
      { type: 'file', data: { type: 'data', data: 'AAAA' }, ...image },
      'image image/png',
      { data: { type: 'data', data: 'AAAA' }, ...image },
    ],
    [
      'file at an address',
      'v4',
      { type: 'file', data: { type: 'url', url: new URL(url) }, mediaType: 'image', filename: 'a.png' },
      'file a.png image',
      { data: { type: 'url', url: new URL(url) }, mediaType: 'image', filename: 'a.png' },
    ],
    [
      'file by reference',
      'v4',
      { type: 'file', data: { type: 'reference', reference: { acme: 'f1' } }, ...image },
      'image image/png',
    ],
  ];
  const forward = toolMiddleware('hermes', { media: 'forward' });

  test.each(items)('%s (%s): placeholder', async (_, spec, item, name) => {
    const output = { type: 'content', value: [text('See:'), item] };
    const { prompt } = await rewrite([results(result(output))], hermesToolMiddleware, spec);
    expect(prompt).toEqual([user(text(given(`See:\n[${name}, not shown]`)))]);
  });

  test.each(items)('%s (%s): forward', async (_, spec, item, name, file) => {
    const output = { type: 'content', value: [text('See:'), item] };
    const { prompt } = await rewrite([results(result(output)), user(text('Well?'))], forward, spec);
    const told = text(given(`See:\n[${name}, ${file ? 'attached' : 'not shown'}]`));
    expect(prompt).toEqual([
      file
        ? user(told, { type: 'file', ...file } as never, text('Well?'))
        : user(text(`${told.text}\nWell?`)),
    ]);
  });

  test.each(['placeholder', 'forward'] as const)('a file of plain text is text: %s', async (media) => {
    const item = { type: 'file', data: { type: 'text', text: 'a,b' }, mediaType: 'text/csv' };
    const output = { type: 'content', value: [text('See:'), item] };
    const middleware = toolMiddleware('hermes', { media });
    const { prompt } = await rewrite([results(result(output))], middleware, 'v4');
    expect(prompt).toEqual([user(text(given('See:\na,b')))]);
  });

  test('what only its provider knows is passed on as JSON, and reported', async () => {
    const item = { type: 'custom', providerOptions: { acme: { kind: 'map' } } };
    const { prompt, told } = await rewrite([results(result({ type: 'content', value: [item] }))]);
    expect(prompt).toEqual([user(text(given(JSON.stringify(item))))]);
    expect(told).toEqual([[expect.stringContaining('provider'), { item }]]);
  });

  test('a part of a type that is not known is passed on as JSON, and reported', async () => {
    const item = { type: 'chart', points: [1, 2] };
    const { prompt, told } = await rewrite([results(result({ type: 'content', value: [item] }))]);
    expect(prompt).toEqual([user(text(given(JSON.stringify(item))))]);
    expect(told).toEqual([[expect.stringContaining('"chart"'), { item }]]);
  });

  test.each(hosts)('$name: a file is forwarded in the shape of the model', async ({ sdk, spec }) => {
    const model = createModel(spec, [written({}, 'snap'), 'A dot.']);
    const snap = {
      description: 'Takes a picture.',
      inputSchema: sdk.jsonSchema({ type: 'object', properties: {} }),
      execute: async () => 'AAAA',
      toModelOutput: () => ({
        type: 'content',
        value: [{ type: 'media', data: 'AAAA', mediaType: 'image/png' }],
      }),
    };
    const stopWhen = stopAfter(sdk, 2);
    await sdk.generateText({ model: withTools(model, forward), prompt: 'Look', tools: { snap }, stopWhen });
    const file = model.calls[1].prompt.at(-1).content.at(-1);
    const data = spec === 'v4' ? { type: 'data', data: 'AAAA' } : 'AAAA';
    expect(file).toEqual({ type: 'file', data, mediaType: 'image/png' });
  });
});
