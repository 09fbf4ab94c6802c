// Morph XML beyond its cases: what is written reads back, and the schemas it is read by.
import { formats, morphXmlProtocol, parseText } from 'toolwire';
import { expect, test } from 'vitest';
import { tools } from './support/tools.ts';

const format = formats.morphXml;

test.each([
  ['write_file', { path: ' a\n', content: '\n<p>a &amp; b</p>\r\n  ' }],
  ['write_file', { path: '</path></write_file>', content: '<![CDATA[x]]> ]]> </content>' }],
  ['write_file', { path: '', content: 'R&D &lt;' }],
  ['search', { query: '1 < 2', exact: false, options: { limit: 3, lang: '<b>' }, tags: ['<i>', ' ', ''] }],
  ['search', { options: {}, tags: [] }],
  ['plot', { title: null, points: [{ x: 1, y: -2.5 }], size: [3, 4] }],
  ['anything', { 'odd key': { 'a<b': '<x>' } }],
  ['ping', {}],
])('%s %j is written and read back', (toolName, input) => {
  const text = format.writeCall({ toolName, input });
  const events = parseText(`so ${text} on`, { format, tools });
  const issues = events.filter(({ type }) => type === 'call-issue');
  const calls = events.flatMap((event) => (event.type === 'call-end' ? [JSON.parse(event.input)] : []));
  expect({ calls, issues }).toEqual({ calls: [input], issues: [] });
});

test('a result is an XML block', () => {
  expect(format.writeResult({ toolName: 'ping', result: { at: [1], text: 'a & b' } })).toBe(
    '<tool_response>\n  <tool_name>ping</tool_name>\n  <result>\n    <at>\n      <item>1</item>\n    </at>\n' +
      '    <text>a &amp; b</text>\n  </result>\n</tool_response>',
  );
});

test('original schemas are read by, those of a call first', () => {
  const text = '<anything><n>05</n></anything>';
  const schema = (type: string) => ({ anything: { type: 'object', properties: { n: { type } } } });
  const inputOf = (protocol = morphXmlProtocol(), options = {}) =>
    protocol.parseGeneratedText({ text, tools, options })[0]?.input;
  expect(inputOf()).toBe('{"n":"05"}');
  expect(inputOf(morphXmlProtocol({ originalToolSchemas: schema('integer') }))).toBe('{"n":5}');
  expect(inputOf(morphXmlProtocol(), { originalToolSchemas: schema('array') })).toBe('{"n":["05"]}');
  const both = morphXmlProtocol({ originalToolSchemas: schema('integer') });
  expect(inputOf(both, { originalToolSchemas: schema('string') })).toBe('{"n":"05"}');
});

test('a text of units that may each be a tag', () => {
  const sizeOf = (units: number) => {
    const text = `<anything><a>${'<'.repeat(units)}</a></anything>`;
    return parseText(text, { format, tools }).find((event) => event.type === 'call-end')?.input.length;
  };
  expect(sizeOf(100_000)).toBe(100_000 + '{"a":""}'.length);
});

test('elements in elements end where depth does', () => {
  const text = `<anything>${'<a>'.repeat(10_000)}x${'</a>'.repeat(10_000)}</anything>`;
  const call = parseText(text, { format, tools }).find((event) => event.type === 'call-end');
  expect(() => JSON.parse(call?.input ?? '')).not.toThrow();
});
