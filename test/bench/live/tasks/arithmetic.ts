// Works out `2 * (3 + 4.5) / 6`: a calculator for models.
import { tool } from 'ai';
import { z } from 'zod';

const operations: Record<string, (a: number, b: number) => number> = {
  '+': (a, b) => a + b,
  '-': (a, b) => a - b,
  '*': (a, b) => a * b,
  '/': (a, b) => a / b,
};
const ranks = ['+-', '*/'];

/** The value of an expression of numbers, `+ - * /` and parentheses. Throws if it is none. */
export function evaluate(expression: string): number {
  const tokens = expression.match(/\d+(?:\.\d+)?|[-+*/()]|\S/g) ?? [];
  let at = 0;

  function chain(rank: number): number {
    const next = () => (rank + 1 < ranks.length ? chain(rank + 1) : operand());
    let value = next();
    while (at < tokens.length && ranks[rank]?.includes(tokens[at] as string))
      value = operations[tokens[at++] as string]?.(value, next()) as number;
    return value;
  }

  function operand(): number {
    const token = tokens[at++];
    if (token === '-') return -operand();
    if (token === '(') {
      const value = chain(0);
      if (tokens[at++] !== ')') throw new Error(`")" is missing in "${expression}".`);
      return value;
    }
    const value = Number(token);
    if (token === undefined || Number.isNaN(value))
      throw new Error(`"${expression}" is no arithmetic: write numbers, + - * / and parentheses only.`);
    return value;
  }

  const value = chain(0);
  if (at < tokens.length) throw new Error(`"${expression}" has "${tokens[at]}" where it should end.`);
  return value;
}

export const calculate = tool({
  description: 'Works out an arithmetic expression, rounded to two places.',
  inputSchema: z.object({ expression: z.string().describe('As (2 + 3.5) * 4') }),
  execute: async ({ expression }) => ({ result: Number(evaluate(expression).toFixed(2)) }),
});
