// The tables outside payloads: what the section reader looks for in each of its states.
import type { Reasoning } from '../formats/markers.ts';
import { type Grammar, type MarkerTable, Role } from './grammar.ts';

const thinking: Reasoning = { open: ['<think>'], close: ['</think>'] };

/** A table for the start of the content, one for text, for thinking, and for what stands between calls. */
export type OuterTables = Record<'start' | 'text' | 'reasoning' | 'section', MarkerTable>;

/** The tables of a grammar. */
export function outerTables(grammar: Grammar): OuterTables {
  const { openers, starters, closers, format } = grammar;
  const { reasoning = thinking, section, strays } = format;
  const { separators } = format.call;
  const others = [
    [Role.ReasoningOpen, reasoning.open],
    [Role.Stray, strays], // before the closers of thinking: one that is a special token closes, and is else no text
    [Role.ReasoningClose, reasoning.close],
  ] as const;
  const inText = [...openers, [Role.SectionClose, section?.close], ...others] as const;
  return {
    start: grammar.table('start', [...starters, ...inText]),
    text: grammar.table('text', inText),
    section: grammar.table('section', [
      ...closers,
      ...openers,
      ...(separators ? starters : []),
      [Role.Stray, separators],
      ...others,
    ]),
    reasoning: grammar.table('reasoning', [
      [Role.ReasoningClose, reasoning.close],
      ...(reasoning.endsAtCall ? openers : []),
    ]),
  };
}
