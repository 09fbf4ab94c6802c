// The law suite itself: a protocol written by hand passes, and each way to break a law is found.
import { jsonMixProtocol, type Part, type ToolCallProtocol } from 'toolwire';
import { expect, test } from 'vitest';
import { checkLaws } from '../src/testing.ts';

const call = '<tool_call>{"name": "ping", "arguments": {"a": [1, 2]}}</tool_call>';
const cases = [
  { text: `Hi. ${call} So.`, tools: [{ name: 'ping' }] },
  { text: 'no call', tools: [] },
];
const good = jsonMixProtocol();

/** The protocol with its stream's parts changed. */
function changed(change: (part: Part) => Part[]): ToolCallProtocol {
  return {
    ...good,
    createStreamParser: (settings) => {
      const { readable, writable } = good.createStreamParser(settings);
      const reader = readable.getReader();
      const changes = new ReadableStream<Part>({
        async pull(controller) {
          let parts: Part[] = [];
          while (parts.length === 0) {
            const { done, value } = await reader.read();
            if (done) return controller.close();
            parts = change(value);
          }
          for (const part of parts) controller.enqueue(part);
        },
      });
      return { readable: changes, writable };
    },
  };
}

/** Passes all but parts of a type. */
const without = (type: string) => changed((part) => (part.type === type ? [] : [part]));

test('a protocol that keeps the laws has no violations', async () => {
  const report = await checkLaws(good, cases);
  expect(report).toEqual({ cases: 2, readings: expect.any(Number), violations: [] });
  expect(report.readings).toBeGreaterThan(100);
});

test('a protocol written by hand is checked as well', async () => {
  const plain: ToolCallProtocol = {
    formatTools: () => '',
    formatToolCall: () => '',
    formatToolResponse: () => '',
    parseGeneratedText: ({ text }) => [{ type: 'text', text }],
    createStreamParser: () => new TransformStream(),
  };
  expect((await checkLaws(plain, cases)).violations).toEqual([]);
});

let count = 0;

test.each<[string, ToolCallProtocol]>([
  ['nothing-lost', { ...good, extractToolCallSegments: () => ['<tool_call>'] }],
  ['cuts-do-not-matter', changed((part) => (part.delta === 'i' ? [] : [part]))],
  ['stream-is-generate', { ...good, parseGeneratedText: () => [] }],
  ['deltas-are-input', without('tool-input-delta')],
  ['deltas-are-input', changed((part) => [part.type === 'tool-call' ? { ...part, input: '{' } : part])],
  ['framing', without('text-start')],
  ['framing', without('text-end')],
  ['framing', without('finish')],
  ['framing', without('tool-call')],
  ['framing', changed((part) => [part.type === 'tool-call' ? { ...part, toolCallId: 'x' } : part])],
  ['deterministic', changed((part) => [part.type === 'tool-call' ? { ...part, count: count++ } : part])],
  ['harmless', { ...good, createStreamParser: () => JSON.parse('no') }],
  ['harmless', changed(() => JSON.parse('no'))],
])('%s, broken, is found', async (law, protocol) => {
  const { violations } = await checkLaws(protocol, cases);
  expect(violations.map((violation) => violation.law)).toContain(law);
});

test('units read too often are found', async () => {
  const { violations } = await checkLaws(good, cases, { unitsScanned: (deltas) => deltas.length * 100 });
  expect(violations.map(({ law }) => law)).toContain('linear');
});
