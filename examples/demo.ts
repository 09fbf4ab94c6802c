// What toolwire does so far, live: an answer arrives in small deltas, and the scanner reports what it holds as soon as
// no later delta can change it. The reader below knows two states: text, and the JSON of a call.
import { setTimeout as sleep } from 'node:timers/promises';
import { compileTable, createScanner, describeToken, engine, type ScanTable } from 'toolwire';

const answer = `Let me look that up.
<tool_call>
{"name": "get_weather", "arguments": {"city": "Saint-Étienne", "note": "say \\"bonjour\\" </tool_call>", "days": 3}}
</tool_call>
Is 3 < 4? Yes, and <tool_cal is no call.`;

const text = compileTable({ markers: ['<tool_call>', '</tool_call>'] });
const call = compileTable({ markers: ['</tool_call>'], lex: { brackets: '{}[]', punctuation: ':,' } });

const sink = {
  table: text as ScanTable,
  onToken(token: number, start: number, end: number): undefined {
    const { kind, opens, closes, escaped } = describeToken(token);
    if (kind === 'marker') sink.table = sink.table === text ? call : text;
    const notes = [opens && !closes && 'begins', closes && !opens && 'ends', escaped && 'escaped'].filter(
      Boolean,
    );
    console.log(
      `        ${kind.padEnd(8)} ${JSON.stringify(scanner.text.slice(start, end))}  ${notes.join(', ')}`,
    );
  },
};
const scanner = createScanner(sink);

console.log('engine:', engine(), '\n\ndelta, and the tokens it completes:\n');
for (let at = 0; at < answer.length; at += 11) {
  const delta = answer.slice(at, at + 11);
  console.log(JSON.stringify(delta));
  scanner.feed(delta);
  await sleep(30);
}
scanner.finish();
