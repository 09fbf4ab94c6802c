// Sums by hand, as what a model writes is no code to run:
//   sum = product (('+' | '-') product)*     product = power (('*' | '/') power)*
//   power = '-' power | atom ('^' power)?    atom = number | '(' sum ')'

/** The value of an expression such as `12 * (3 + 4) ^ 2`. */
export function calculate(expression: string): number {
  const tokens = expression.match(/\d+(?:\.\d+)?(?:e[+-]?\d+)?|\.\d+|\S/gi) ?? [];
  let at = 0;
  const take = (...wanted: string[]) => (wanted.includes(tokens[at] ?? '') ? tokens[at++] : undefined);

  function sum(): number {
    let value = product();
    for (let sign = take('+', '-'); sign; sign = take('+', '-'))
      value = sign === '+' ? value + product() : value - product();
    return value;
  }

  function product(): number {
    let value = power();
    for (let sign = take('*', '/'); sign; sign = take('*', '/'))
      value = sign === '*' ? value * power() : value / power();
    return value;
  }

  function power(): number {
    if (take('-')) return -power();
    const base = atom();
    return take('^') ? base ** power() : base;
  }

  function atom(): number {
    if (take('(')) {
      const value = sum();
      if (!take(')')) throw new Error(`A ")" is missing in "${expression}".`);
      return value;
    }
    const token = tokens[at++];
    const value = Number(token ?? Number.NaN);
    if (Number.isNaN(value)) throw new Error(`"${token ?? 'the end'}" in "${expression}" is not a number.`);
    return value;
  }

  const value = sum();
  if (at < tokens.length) throw new Error(`"${tokens[at]}" in "${expression}" was not expected.`);
  return value;
}
