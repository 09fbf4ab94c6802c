// Wrong use throws a `TypeError` that says the cure, where the mistake is made.
import {
  createParser,
  createProtocol,
  formats,
  hermesToolMiddleware,
  jsonMixProtocol,
  parseText,
  toolMiddleware,
  withTools,
} from 'toolwire';
import { expect, test } from 'vitest';
import { webllm } from '../src/webllm.ts';

const call = async () => ({});
const model = { specificationVersion: 'v3', provider: 'p', modelId: 'm', doGenerate: call, doStream: call };
const engine = { chat: { completions: { create: call } }, interruptGenerate: call };
const tools = [{ name: 'ping' }];
const { hermes } = formats;

/** What is given on purpose has no type that fits. */
const any = (value: unknown) => value as never;

test.each<[what: string, use: () => unknown, cure: RegExp]>([
  ['an id as model', () => withTools(any('a/b'), hermesToolMiddleware), /got "a\/b"\. Try gateway\("a\/b"\)/],
  ['no model', () => withTools(any(undefined), hermesToolMiddleware), /takes a model.*got undefined/],
  [
    'a provider as model',
    () => withTools(any(call), hermesToolMiddleware),
    /provider\('a-model'\).*got a function/,
  ],
  [
    'a model of another kind',
    () => withTools(any({ doEmbed: call }), hermesToolMiddleware),
    /got \{ doEmbed \}/,
  ],
  ['no middleware', () => withTools(model, any(undefined)), /takes a middleware.*got undefined/],
  ['a name as middleware', () => withTools(model, any('hermes')), /toolMiddleware\('hermes'\), got "hermes"/],
  ['several', () => withTools(model, any([hermesToolMiddleware])), /got an array/],
  ['a format as middleware', () => withTools(model, any(hermes)), /got \{ name, call, payload, strays, … \}/],
  ['a format as its name', () => toolMiddleware(any(hermes)), /There is no format \{ name.*Formats: /],
  [
    'reasoning',
    () => toolMiddleware('hermes', any({ reasoning: true })),
    /"reasoning" must be "skip" or "parse"/,
  ],
  [
    'onMalformed',
    () => jsonMixProtocol(any({ onMalformed: 'show' })),
    /"text" or "drop" or "call", got "show"/,
  ],
  [
    'a limit',
    () => toolMiddleware('hermes', { maxCalls: -1 }),
    /"maxCalls" must be a number, 0 or more, got -1/,
  ],
  ['a limit in words', () => toolMiddleware('hermes', any({ maxInput: '9' })), /"maxInput".*got "9"/],
  [
    'no format',
    () => createProtocol(any(undefined)),
    /"format" must be a format.*formats\.hermes, got undefined/,
  ],
  ['a name as format', () => createParser({ format: any('hermes'), tools }), /formats\.hermes, got "hermes"/],
  ['a protocol as format', () => createParser({ format: any(jsonMixProtocol()), tools }), /got \{ options, /],
  ['no settings', () => createParser(any(undefined)), /"format" must be/],
  ['no tools', () => parseText('a', any({ format: hermes })), /"tools" must be an array.*got undefined/],
  ['tools by name', () => parseText('a', { format: hermes, tools: any({ ping: {} }) }), /got \{ ping \}/],
  [
    'a name as constraint',
    () => webllm(engine, { constrain: any('hermes') }),
    /formats\.hermes, got "hermes"/,
  ],
  ['a version', () => webllm(engine, { specificationVersion: any('v5') }), /"v2" or "v3" or "v4", got "v5"/],
])('%s', (_, use, cure) => {
  expect(use).toThrow(TypeError);
  expect(use).toThrow(cure);
});
