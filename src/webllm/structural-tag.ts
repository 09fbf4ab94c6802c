// Holds a model to its tools while it writes: XGrammar's structural tags, made of a format and the tools' schemas. Text is
// free until a call is opened; from there on, only what is a call of one of the tools can be written.
import type { Format, Tool } from '../formats/format.ts';
import { rootOf } from '../wire/plan.ts';
import { EMPTY, literal, oneOf, Rules } from './ebnf.ts';
import { PairsGrammar } from './pairs-grammar.ts';
import { markOf, writeParams } from './params-grammar.ts';
import { type Spelling, spellingOf } from './spelling.ts';
import { ValueGrammar } from './value-grammar.ts';

/** A piece of a structural tag. */
export type StructuralTagFormat =
  | { type: 'any_text' }
  | { type: 'grammar'; grammar: string }
  | { type: 'sequence' | 'or'; elements: StructuralTagFormat[] }
  | StructuralTagItem
  | {
      type: 'triggered_tags';
      triggers: string[];
      tags: StructuralTagItem[];
      at_least_one?: boolean;
      stop_after_first?: boolean;
    };

/** Something between two literals. */
export interface StructuralTagItem {
  type: 'tag';
  begin: string;
  content: StructuralTagFormat;
  end: string;
}

/** What `response_format.structural_tag` takes. */
export interface StructuralTag {
  type: 'structural_tag';
  format: StructuralTagFormat;
}

/** What an answer is held to. */
export interface StructuralTagOptions {
  /** `'auto'`: text and calls, `'required'`: a call, then text and calls; or one call of one tool. Default: `'auto'`. */
  choice?: 'auto' | 'required' | { toolName: string } | undefined;
  /**
   * Whether the model may think before it calls: `'optional'` between the format's marks, `'none'`, or `'started'` if
   * the prompt has opened it. Only matters where a call is required. Default: `'optional'`.
   */
  thinking?: 'optional' | 'none' | 'started' | undefined;
  /** Whether the answer may have several calls. Default: true. */
  parallel?: boolean | undefined;
}

/**
 * The structural tag that holds a model to calls of these tools, in this format. Nothing if there is none: in formats
 * that have no mark to open a call with (unless a call is required), and in those whose arguments are written neither
 * as JSON nor as pairs nor as raw parameters.
 *
 * @example
 * const structural_tag = structuralTagFor(formats.hermes, tools, { choice: 'required' });
 * engine.chat.completions.create({ messages, response_format: { type: 'structural_tag', structural_tag } });
 */
export function structuralTagFor(
  format: Format,
  tools: readonly Tool[],
  { choice = 'auto', thinking = 'optional', parallel = true }: StructuralTagOptions = {},
): StructuralTag | undefined {
  const chosen = typeof choice === 'string' ? tools : tools.filter(({ name }) => name === choice.toolName);
  const tags = writeCalls(format, chosen);
  const isForced = choice !== 'auto';
  if (!tags || (!isForced && (format.call.start || tags.some(({ begin }) => begin === '')))) return undefined;
  const answer = writeAnswer(tags, isForced, !parallel || typeof choice !== 'string');
  return {
    type: 'structural_tag',
    format: isForced ? afterThinking(answer, format, thinking) : mayThink(answer, format),
  };
}

function writeAnswer(tags: StructuralTagItem[], isForced: boolean, isOnce: boolean): StructuralTagFormat {
  const triggers = [...new Set(tags.map(({ begin }) => begin))];
  // Without a mark there is one call, and nothing else.
  if (triggers.includes('')) return { type: 'or', elements: tags.map(({ content }) => content) };
  return {
    type: 'triggered_tags',
    triggers: triggers.filter((one) => !triggers.some((other) => other !== one && one.startsWith(other))),
    tags,
    ...(isForced && { at_least_one: true }),
    ...(isOnce && { stop_after_first: true }),
  };
}

const grammar = (text: string): StructuralTagFormat => ({ type: 'grammar', grammar: `root ::= ${text}` });
const layout = () => grammar('[ \\n]*');

function thoughtOf(format: Format, isOpen: boolean): StructuralTagFormat {
  const { open = ['<think>'], close = ['</think>'] } = format.reasoning ?? {};
  const [begin = '<think>'] = open;
  const [end = '</think>'] = close;
  // A tag must begin with something; text that is under way begins with anything.
  const content: StructuralTagFormat = { type: 'any_text' };
  const tag: StructuralTagFormat = { type: 'tag', begin: isOpen ? '' : begin, content, end };
  return { type: 'sequence', elements: [tag, layout()] };
}

/** The answer, behind thoughts. */
function afterThinking(
  answer: StructuralTagFormat,
  format: Format,
  thinking: 'optional' | 'none' | 'started',
): StructuralTagFormat {
  if (thinking === 'none') return answer;
  const thought = thoughtOf(format, thinking === 'started');
  const before: StructuralTagFormat =
    thinking === 'started' ? thought : { type: 'or', elements: [thought, grammar(EMPTY)] };
  return { type: 'sequence', elements: [before, answer] };
}

/** The same where text is free: thoughts are text, but for calls in them that are rehearsed. Where those count, so does this. */
function mayThink(answer: StructuralTagFormat, format: Format): StructuralTagFormat {
  return format.reasoning?.endsAtCall ? answer : afterThinking(answer, format, 'optional');
}

/**
 * Calls of the tools, each begun by a marker of the format; nothing if one of them can't be put in a grammar. Those with
 * the same marks are one grammar, where rules are shared: each takes XGrammar time to prepare.
 */
function writeCalls(format: Format, tools: readonly Tool[]): StructuralTagItem[] | undefined {
  const groups = new Map<string, { begin: string; end: string; rules: Rules; calls: string[] }>();
  for (const tool of tools) {
    const spelling = spellingOf(format, tool);
    if (!spelling) return undefined;
    const begin = markerOf(format, tool, spelling.before);
    const end = begin === '' ? '' : spelling.after;
    const key = JSON.stringify([begin, end]);
    const group = groups.get(key) ?? { begin, end, rules: new Rules(), calls: [] };
    groups.set(key, group);
    const before = spelling.before.slice(begin.length);
    const after = spelling.after.slice(end.length);
    group.calls.push(writeCall(tool, { ...spelling, before, after }, group.rules));
  }
  if (groups.size === 0) return undefined;
  return [...groups.values()].map(({ begin, end, rules, calls }) => ({
    type: 'tag',
    begin,
    content: { type: 'grammar', grammar: rules.write(oneOf(calls)) },
    end,
  }));
}

/** What a call of one tool holds between its marks. */
function writeCall(tool: Tool, spelling: Spelling, rules: Rules): string {
  const mark = spelling.kind === 'params' ? markOf(spelling.close) : '';
  // Arguments are an object, also where the schema does not say so.
  const values = new ValueGrammar({ type: 'object', ...rootOf(tool) }, rules, mark);
  const parts = [writeHead(spelling.before), writeArguments(values, spelling), literal(spelling.after)];
  return rules.add(parts.filter((part) => part !== EMPTY).join(' ') || EMPTY);
}

/** The longest marker that the call begins with. */
function markerOf({ section, call }: Format, tool: Tool, text: string): string {
  const openers = typeof call.open === 'function' ? call.open(tool.name) : call.open;
  const markers = [...(section?.open ?? []), ...openers];
  return markers.reduce((best, one) => (text.startsWith(one) && one.length > best.length ? one : best), '');
}

/** What stands before the arguments. In JSON, a blank may follow `:` and `,`, as models are used to. */
function writeHead(head: string): string {
  if (!head.endsWith('":')) return literal(head);
  return head
    .split(/(?<="[:,])/)
    .map(literal)
    .join(' " "? ')
    .concat(' " "?');
}

function writeArguments(values: ValueGrammar, spelling: Spelling): string {
  if (spelling.kind === 'pairs') return new PairsGrammar(values).write();
  if (spelling.kind === 'params') return writeParams(values, spelling);
  return values.write(values.root);
}
