// The tables for a call of elements: what to look for in each of its states.
import { compileMarkers, type Grammar, type MarkerTable, Role } from './grammar.ts';
import { jsonDialect } from './json.ts';

export type ElementTables = Record<'opener' | 'markup' | 'tag' | 'cdata' | 'comment' | 'json', MarkerTable>;

/** The tables that do not depend on an element's name. */
export function elementTables(grammar: Grammar): ElementTables {
  const { closers, openers } = grammar;
  const end = [Role.CallClose, ['>']] as const; // it may close the call: `<f/>`
  const markup = (...markers: string[]) => [Role.Markup, markers] as const;
  const inMarkup = markup('<', '</', '<!--', '<![CDATA[');
  return {
    opener: grammar.table('opener', [end, ...openers, markup('<')]),
    markup: grammar.table('markup', [...closers, inMarkup], { entities: true }),
    tag: grammar.table('tag', [end, markup('<')]),
    cdata: grammar.table('cdata', [markup(']]>')]),
    comment: grammar.table('comment', [markup('-->')]),
    json: grammar.table('json', closers, { lex: jsonDialect }),
  };
}

/** The table for raw text in an element. It is kept if the schema declares the name, else it would grow with the model's text. */
export function textTable(
  grammar: Grammar,
  toolName: string,
  name: string,
  isDeclared: boolean,
): MarkerTable {
  const lists = [
    [Role.ValueClose, [`</${name}>`, `</${name} `, `</${name}\n`]],
    [Role.CallClose, [`</${toolName}>`]],
    [Role.Markup, ['<![CDATA[']],
  ] as const;
  const options = { entities: true };
  return isDeclared
    ? grammar.table(`text ${toolName} ${name}`, lists, options)
    : compileMarkers(lists, options);
}
