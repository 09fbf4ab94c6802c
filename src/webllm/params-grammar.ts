// Arguments as parameters between marks, in the schema's order: strings as raw text, everything else as JSON.
//
//   <parameter=city>
//   Paris
//   </parameter>
//
// Raw text ends with the first mark that closes it, so no value holds that; and it has no patterns or lengths.
import { branchesOf, choicesOf, typesOf } from '../wire/schema.ts';
import { EMPTY, literal, oneOf } from './ebnf.ts';
import { textUpTo } from './mark-grammar.ts';
import type { Spelling } from './spelling.ts';
import { othersOf, possibleBranches, propertiesOf, type ValueGrammar } from './value-grammar.ts';

type Marks = Extract<Spelling, { kind: 'params' }>;

/** All parameters of a call. */
export function writeParams(values: ValueGrammar, marks: Marks): string {
  const { root, rules } = values;
  const [branch = {}] = branchesOf(root, root);
  const params = propertiesOf(branch, root).map(({ key, schema, isRequired }) => {
    const param = rules.add(writeParam(values, marks, { name: literal(key), schema }));
    return isRequired ? param : `${param}?`;
  });
  const other = othersOf(branch, root);
  if (other !== undefined)
    params.push(
      `${rules.add(writeParam(values, marks, { name: '[^<>"\\\\\\x00-\\x1f]+', schema: other }))}*`,
    );
  return params.join(' ') || EMPTY;
}

function writeParam(
  values: ValueGrammar,
  { open, between, close }: Marks,
  { name, schema }: { name: string; schema: unknown },
): string {
  return `${literal(open)} ${name} ${literal(between)} ${writeRaw(values, schema, close)}`;
}

/** A value and what closes it. */
function writeRaw(values: ValueGrammar, schema: unknown, close: string): string {
  const alternatives = possibleBranches(schema, values.root).flatMap((branch) => {
    const choices = choicesOf(branch);
    if (choices)
      return choices.map((choice) =>
        literal((typeof choice === 'string' ? choice : JSON.stringify(choice)) + close),
      );
    const [type = 'string'] = typesOf(branch);
    if (type !== 'string') return `${values.writeBranch(branch)} ${literal(close)}`;
    const mark = markOf(close);
    const rest = close.slice(close.indexOf(mark) + mark.length);
    return rest === '' ? textUpTo(mark, values.rules) : `${textUpTo(mark, values.rules)} ${literal(rest)}`;
  });
  return oneOf(alternatives);
}

/** The mark in what closes a value: its first word. The rest is layout, and what comes next. */
export const markOf = (close: string) => /\S+?(?:>|(?=\s)|$)/.exec(close)?.[0] ?? close;
