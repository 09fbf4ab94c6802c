// The embedded model: a script in place of a model, with the slips of real ones. What it says depends on what it has
// been told, as text, of its tools' results.
import { type Format, formats } from 'toolwire';
import type { Message, TextSource } from './text-model.ts';

/** What the user asks. */
export const question =
  'I am in Lyon. Is Saturday good for a day out in Saint-Étienne? If so, find a train and note it down.';

/** Units per delta: markers, names and values are cut anywhere. */
const DELTA = 12;

/** The first two calls as models write them: a number in quotes, commas too many, single quotes. */
const handWritten: Record<string, string> = {
  hermes: `<tool_call>
{"name": "get_weather", "arguments": {"city": "Saint-Étienne", "days": "3",}}
</tool_call>
<tool_call>
{'name': 'find_trains', 'arguments': {'from': 'Lyon', 'to': 'Saint-Étienne', 'after': '08:30'}}
</tool_call>`,
  'qwen3-coder': `<tool_call>
<function=get_weather>
<parameter=city>
Saint-Étienne
</parameter>
<parameter=days>
3
</parameter>
</function>
</tool_call>
<tool_call>
<function=find_trains>
<parameter=from>Lyon</parameter>
<parameter=to>Saint-Étienne</parameter>
<parameter=after>08:30</parameter>
</function>
</tool_call>`,
  wire: `<call>get_weather city=Saint-Étienne days="3"</call>
<call>find_trains from=Lyon to=Saint-Étienne after="08:30"</call>`,
  'morph-xml': `<get_weather><city>Saint-Étienne</city><days> 3 </days></get_weather>
<find_trains>
  <from>Lyon</from>
  <to>Saint-Étienne</to>
  <after>08:30</after>
</find_trains>`,
  'llama3-json': `<|python_tag|>{"name": "get_weather", "parameters": {"city": "Saint-Étienne", "days": "3"}}; {"name": "find_trains", "parameters": {"from": "Lyon", "to": "Saint-Étienne", "after": "08:30"}}`,
};

/** The model, writing its calls in the format of this name. */
export function tellStory(formatName: string): TextSource {
  const format = Object.values(formats).find(({ name }) => name === formatName) as Format;
  return async function* (messages) {
    const answer = reply(
      format,
      messages
        .filter(isFromTools)
        .map(({ content }) => content)
        .join('\n'),
    );
    for (let start = 0; start < answer.length; start += DELTA) yield answer.slice(start, start + DELTA);
    return 'stop';
  };
}

/** Results come as messages of the user, after the first. */
const isFromTools = ({ role }: Message, index: number, messages: Message[]) =>
  role === 'user' && index > messages.findIndex((message) => message.role === 'user');

/** What the model says, once it has heard this of its tools. */
function reply(format: Format, heard: string): string {
  const [, celsius] = /celsius\W+(\d+)/.exec(heard) ?? [];
  const [, departs] = /departs\W+(\d+:\d+)/.exec(heard) ?? [];
  const [, euros] = /euros\W+([\d.]+)/.exec(heard) ?? [];
  if (!celsius || !departs) return `Is 2 < 3? Yes: weather first, then trains.\n${firstCalls(format)}`;
  if (!/saved\W+true/.test(heard)) {
    const text = `Train at ${departs}, ${celsius} °C.\nSay "bonjour" & take <b>water</b>!`;
    return format.writeCall({ toolName: 'save_note', input: { title: 'Day out', text } });
  }
  return `Saturday is good: ${celsius} °C. Your train leaves at ${departs} and costs ${euros} €. I noted it down.`;
}

function firstCalls(format: Format): string {
  const weather = { city: 'Saint-Étienne', days: 3 };
  const train = { from: 'Lyon', to: 'Saint-Étienne', after: '08:30' };
  return (
    handWritten[format.name] ??
    `${format.writeCall({ toolName: 'get_weather', input: weather })}\n${format.writeCall({ toolName: 'find_trains', input: train })}`
  );
}
