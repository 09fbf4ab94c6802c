// The schema that a forced answer is held to: a call of one of the tools, with the arguments of that tool.
import { createDynamicIfThenElseSchema, toolMiddleware } from 'toolwire';
import { describe, expect, test } from 'vitest';
import { functionTools, manualOf, type Params, question, transform } from './support/hooks.ts';

const hermes = toolMiddleware('hermes');
const required = { type: 'required' };
const weather = { type: 'tool', toolName: 'get_weather' };
const ask = (toolChoice: Params['toolChoice']) => ({ ...question, toolChoice }) as Params;

// biome-ignore lint/suspicious/noExplicitAny: any JSON Schema
type Schema = any;

/** Whether a value fits a schema, as far as these tests go. Throws where a reference leads nowhere. */
function fits(value: unknown, schema: Schema, root: Schema = schema): boolean {
  if (typeof schema === 'boolean') return schema;
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  const check = (part: Schema) => part === undefined || fits(value, part, root);
  const entries = isObject ? Object.entries(value as object) : [];
  const branch = schema.if && (fits(value, schema.if, root) ? schema.then : schema.else);
  return (
    (schema.$ref === undefined || fits(value, targetOf(schema.$ref, root), root)) &&
    (schema.type === undefined || (schema.type === 'object' ? isObject : isOfType(value, schema.type))) &&
    (schema.const === undefined || value === schema.const) &&
    (schema.enum === undefined || schema.enum.includes(value)) &&
    (schema.required ?? []).every((key: string) => isObject && Object.hasOwn(value as object, key)) &&
    entries.every(([key, item]) => {
      const known = schema.properties?.[key];
      return known === undefined ? schema.additionalProperties !== false : fits(item, known, root);
    }) &&
    (!Array.isArray(value) || !schema.items || value.every((item) => fits(item, schema.items, root))) &&
    check(branch)
  );
}

const isOfType = (value: unknown, type: string) =>
  type === 'array'
    ? Array.isArray(value)
    : type === 'integer'
      ? Number.isInteger(value)
      : typeof value === type;

function targetOf(ref: string, root: Schema): Schema {
  if (!/^#(\/|$)/.test(ref)) return findAnchor(ref.slice(1), root);
  const target = ref
    .split('/')
    .slice(1)
    .reduce((at, key) => at?.[key], root);
  if (target === undefined) throw new Error(`${ref} leads nowhere`);
  return target;
}

function findAnchor(name: string, at: Schema): Schema {
  if (typeof at !== 'object' || at === null) return undefined;
  if (at.$anchor === name) return at;
  return Object.values(at)
    .map((inner) => findAnchor(name, inner))
    .find((found) => found !== undefined);
}

describe('the schema of the answer', () => {
  const string = { type: 'string' };
  const tree = {
    name: 'plant',
    inputSchema: {
      $schema: 'http://json-schema.org/draft-07/schema#',
      $id: 'https://example.com/plant',
      type: 'object',
      properties: { root: { $ref: '#/$defs/node' }, next: { $ref: '#' }, leaf: { $ref: '#leaf' } },
      $defs: {
        node: { type: 'object', properties: { kids: { type: 'array', items: { $ref: '#/$defs/node' } } } },
        leaf: { $anchor: 'leaf', type: 'object', properties: { colour: string } },
      },
    },
  };
  const odd = {
    name: 'odd',
    inputSchema: {
      type: 'object',
      properties: { $schema: string, $ref: string, $id: string },
      required: ['$schema'],
    },
  };
  const tools = [...functionTools('get_weather', 'ping'), tree, odd, { name: 'anything' }];

  const calls: [name: string, input: unknown, isRight: boolean][] = [
    ['get_weather', { city: 'Paris' }, true],
    ['get_weather', { city: 1 }, false],
    ['get_weather', {}, false],
    ['ping', {}, true],
    ['ping', [], false],
    ['plant', { root: { kids: [{ kids: [] }] } }, true],
    ['plant', { root: { kids: [{ kids: 1 }] } }, false],
    ['plant', { next: { next: { root: {} } } }, true],
    ['plant', { next: { next: { root: 1 } } }, false],
    ['plant', { leaf: { colour: 'red' } }, true],
    ['plant', { leaf: { colour: 1 } }, false],
    ['odd', { $schema: 'a', $ref: 'b', $id: 'c' }, true],
    ['odd', { $schema: 1 }, false],
    ['odd', {}, false],
    ['anything', { a: 1 }, true],
    ['nothing', {}, false],
  ];

  test.each(calls)('required: %s %j: %s', (name, input, isRight) => {
    expect(fits({ name, arguments: input }, createDynamicIfThenElseSchema(tools))).toBe(isRight);
  });

  test.each(calls)('one tool of its own: %s %j: %s', async (name, input, isRight) => {
    const tool = tools.find((one) => one.name === name);
    if (!tool) return;
    const alone = createDynamicIfThenElseSchema([tool]);
    expect(fits({ name, arguments: input }, alone)).toBe(isRight);
    const params = { ...question, tools: tools.map((one) => ({ ...one, type: 'function' })) };
    const { responseFormat } = await transform(hermes, {
      ...params,
      toolChoice: { type: 'tool', toolName: name },
    });
    expect(responseFormat?.schema).toEqual(alone);
  });

  test.each([
    ['no name', { arguments: {} }],
    ['no arguments', { name: 'ping' }],
    ['no object', 'ping'],
  ])('%s does not fit', (_, value) => {
    expect(fits(value, createDynamicIfThenElseSchema(tools))).toBe(false);
    expect(fits(value, createDynamicIfThenElseSchema(functionTools('ping')))).toBe(false);
  });

  test('is that of all tools for required, and has the name of the one that is chosen', async () => {
    const schema = createDynamicIfThenElseSchema(question.tools as []);
    expect((await transform(hermes, ask(required))).responseFormat).toEqual({ type: 'json', schema });
    expect((await transform(hermes, ask(weather))).responseFormat).toEqual({
      type: 'json',
      name: 'get_weather',
      description: 'The weather of the next days.',
      schema: createDynamicIfThenElseSchema(functionTools('get_weather')),
    });
  });

  test("takes the place of the caller's, and the prompt says so too", async () => {
    const params = { ...ask(weather), responseFormat: { type: 'json', schema: { title: 'mine' } } };
    const changed = await transform(hermes, params);
    expect(JSON.stringify(changed.responseFormat)).not.toContain('mine');
    expect(manualOf(changed)).toMatch(/Answer now with a call of the tool get_weather, and nothing else\.$/);
    expect(manualOf(await transform(hermes, ask(required)))).toMatch(
      /a call of one of the tools, and nothing else\.$/,
    );
  });

  test('a tool that is not there', async () => {
    await expect(transform(hermes, ask({ type: 'tool', toolName: 'nope' }))).rejects.toThrow(
      'toolChoice names "nope", which is not among the tools: "get_weather", "ping".',
    );
  });
});
