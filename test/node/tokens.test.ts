// The compact format stays compact: tokens of the benchmark's own tools and calls, which `npm run bench:tokens` tells.
import { getEncoding } from 'js-tiktoken';
import { wireProtocol } from 'toolwire';
import { expect, test } from 'vitest';
// @ts-expect-error plain JavaScript, without types
import { cases, tools } from '../bench/token-cases.mjs';

const encoding = getEncoding('o200k_base');
const protocol = wireProtocol();

test('calls take a third fewer tokens than native JSON, and read back the same', () => {
  let native = 0;
  let wire = 0;
  for (const { call } of cases) {
    const { toolName: name, input } = call;
    const text = protocol.formatToolCall(call, tools);
    native += encoding.encode(
      JSON.stringify({ type: 'tool_use', id: 'toolu_01ABCDEFG', name, input }),
    ).length;
    wire += encoding.encode(text).length;
    const parts = protocol.parseGeneratedText({ text, tools });
    expect(parts.map((part) => [part.toolName, JSON.parse(String(part.input))])).toEqual([[name, input]]);
  }
  expect(wire / native).toBeLessThan(0.645);
});

test('tools take less than half the tokens of JSON definitions', () => {
  const text = protocol.formatTools({ tools, toolSystemPromptTemplate: (list) => list });
  const native = JSON.stringify(tools);
  expect(encoding.encode(text).length / encoding.encode(native).length).toBeLessThan(0.45);
});
