// The conversation so far as a model without tools reads it: calls and results are text, the rest is left as it is.
import { formats, hermesToolMiddleware, protocolFor, toolMiddleware } from 'toolwire';
import { describe, expect, test } from 'vitest';
import {
  assistant,
  call,
  functionTools,
  given,
  type Params,
  result,
  results,
  rewrite,
  text,
  transform,
  user,
  written,
} from './support/hooks.ts';

describe('history', () => {
  const done = results(result({ type: 'json', value: 1 }));

  test.each<[what: string, input: unknown, written: unknown]>([
    ['an object', { city: 'Paris' }, { city: 'Paris' }],
    ['JSON text', '{"city":"Paris"}', { city: 'Paris' }],
    ['text that is no JSON', 'Paris{', 'Paris{'],
    ['empty text', '', {}],
    ['nothing', undefined, {}],
    ['null', null, {}],
    ['a list', [1], [1]],
  ])('a call with %s for input becomes text', async (_, input, expected) => {
    const { prompt, told } = await rewrite([assistant(call(input)), done]);
    expect(prompt).toEqual([assistant(text(written(expected))), user(text(given(1)))]);
    expect(told).toEqual([]);
  });

  test.each(Object.values(formats).map(({ name }) => name))(
    '%s: calls and results are in its spelling',
    async (name) => {
      const protocol = protocolFor(name);
      const tools = functionTools('get_weather');
      const params = { prompt: [assistant(call({ city: 'Paris' })), done], tools };
      const { prompt } = await transform(toolMiddleware(name), params);
      expect(prompt.slice(1)).toEqual([
        assistant(
          text(protocol.formatToolCall({ toolName: 'get_weather', input: { city: 'Paris' } }, tools)),
        ),
        user(text(protocol.formatToolResponse({ toolName: 'get_weather', result: 1 }))),
      ]);
    },
  );

  test('text, calls and results are one text each; thinking and files keep their place', async () => {
    const thinking = { type: 'reasoning', text: 'Hm.', providerOptions: { x: { signature: 's' } } };
    const file = { type: 'file', data: 'AAAA', mediaType: 'image/png' };
    const { prompt } = await rewrite([
      assistant(
        thinking,
        text('I look.'),
        call({ city: 'Paris' }),
        call({}, 'ping'),
        file,
        text('a'),
        text('b\n'),
        text('c'),
      ),
      done,
    ]);
    expect(prompt[0]).toEqual(
      assistant(
        thinking,
        text(`I look.\n${written({ city: 'Paris' })}\n${written({}, 'ping')}`),
        file,
        text('a\nb\nc'),
      ),
    );
  });

  test('an empty text adds no line', async () => {
    const { prompt } = await rewrite([assistant(text(''), call({}, 'ping')), done]);
    expect(prompt[0]).toEqual(assistant(text(written({}, 'ping'))));
  });

  test('an empty text behind another adds none either', async () => {
    const { prompt } = await rewrite([assistant(text('a'), text(''), call({}, 'ping')), done]);
    expect(prompt[0]).toEqual(assistant(text(`a\n${written({}, 'ping')}`)));
  });

  test('what a newer SDK adds to messages and texts stays with them', async () => {
    const asked = { ...user(text('a', { novel: 1 }), text('b', { other: 2 })), id: 'm1' };
    const { prompt } = await rewrite([asked, results(result({ type: 'json', value: 1 }))]);
    expect(prompt).toEqual([{ ...user(text(`a\nb\n${given(1)}`, { novel: 1, other: 2 })), id: 'm1' }]);
  });

  test('`__proto__` is a provider like others', async () => {
    const providerOptions = JSON.parse('{"__proto__":{"a":1}}');
    const { prompt } = await rewrite([
      user(text('a', { providerOptions })),
      { ...results(result({ type: 'json', value: 1 })), providerOptions },
    ]);
    expect(JSON.stringify(prompt)).toBe(
      JSON.stringify([{ ...user(text(`a\n${given(1)}`, { providerOptions })), providerOptions }]),
    );
  });

  test('parts that no model without tools knows are passed on as JSON, and reported', async () => {
    const request = { type: 'tool-approval-request', approvalId: 'a', toolCallId: '1' };
    const response = { type: 'tool-approval-response', approvalId: 'a', approved: true };
    const { prompt, told } = await rewrite([assistant(call({}), request), results(response)]);
    expect(prompt).toEqual([
      assistant(text(`${written({})}\n${JSON.stringify(request)}`)),
      user(text(JSON.stringify(response))),
    ]);
    expect(told).toEqual([
      [expect.stringContaining('"tool-approval-request"'), { part: request }],
      [expect.stringContaining('"tool-approval-response"'), { part: response }],
    ]);
  });

  test('results of several tools, and what the user says next, are one message', async () => {
    const { prompt } = await rewrite([
      user(text('a')),
      user(text('b')),
      assistant(call({}), call({}, 'ping')),
      results(result({ type: 'text', value: 'fine' }), result({ type: 'text', value: 'pong' }, 'ping')),
      results(result({ type: 'text', value: 'late' })),
      user(text('And now?'), { type: 'file', data: 'AAAA', mediaType: 'image/png' }),
      assistant(text('c')),
      assistant(text('d')),
    ]);
    expect(prompt).toEqual([
      user(text('a\nb')),
      assistant(text(`${written({})}\n${written({}, 'ping')}`)),
      user(text(`${given('fine')}\n${given('pong', 'ping')}\n${given('late')}\nAnd now?`), {
        type: 'file',
        data: 'AAAA',
        mediaType: 'image/png',
      }),
      assistant(text('c')),
      assistant(text('d')),
    ]);
  });

  test('a result that the provider itself has given is text of the assistant', async () => {
    const output = { type: 'content', value: [{ type: 'media', data: 'AAAA', mediaType: 'image/png' }] };
    const searched = { ...call({}, 'web'), providerExecuted: true };
    const forward = toolMiddleware('hermes', { media: 'forward' });
    for (const middleware of [hermesToolMiddleware, forward]) {
      const { prompt } = await rewrite([assistant(searched, result(output, 'web'), text('So.'))], middleware);
      const shown = given('[image image/png, not shown]', 'web');
      expect(prompt).toEqual([assistant(text(`${written({}, 'web')}\n${shown}\nSo.`))]);
    }
  });

  test('a result in the shape of an answer, too', async () => {
    const { prompt } = await rewrite([
      assistant({ type: 'tool-result', toolCallId: '1', toolName: 'web', result: [1] }),
    ]);
    expect(prompt).toEqual([assistant(text(given([1], 'web')))]);
  });

  test('options of messages and parts are kept', async () => {
    const of = (options: object) => ({ providerOptions: { x: options } });
    const { prompt } = await rewrite([
      {
        ...assistant({ ...call({}), ...of({ a: 1 }) }, { ...call({}, 'ping'), ...of({ b: 1 }) }),
        ...of({ c: 1 }),
      },
      { ...results({ ...result({ type: 'text', value: 'd' }), ...of({ d: 1 }) }), ...of({ e: 1 }) },
      { ...user(text('f')), ...of({ f: 1 }) },
    ]);
    expect(prompt).toEqual([
      { ...assistant(text(`${written({})}\n${written({}, 'ping')}`, of({ a: 1, b: 1 }))), ...of({ c: 1 }) },
      { ...user(text(`${given('d')}\nf`, of({ d: 1 }))), ...of({ e: 1, f: 1 }) },
    ]);
  });

  test('without tools there is no manual, and nothing for the wrappers', async () => {
    const params: Params = { prompt: [assistant(call({})), done] };
    expect(Object.keys(await transform(hermesToolMiddleware, params))).toEqual(['prompt']);
  });
});
