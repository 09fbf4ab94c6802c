// Tables as Markdown, padded so that they read well in a terminal too.

/** A table whose first row is its head; columns but the first are aligned to the right. */
export function toMarkdown(rows: readonly (readonly string[])[]): string {
  const [head = [], ...body] = rows;
  const widths = head.map((_, column) => Math.max(3, ...rows.map((row) => [...(row[column] ?? '')].length)));
  const pad = (cell: string, column: number) => {
    const gap = ' '.repeat((widths[column] as number) - [...cell].length);
    return column === 0 ? cell + gap : gap + cell;
  };
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const rule = widths.map((width, column) =>
    column === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`,
  );
  return [line(head.map(pad)), line(rule), ...body.map((row) => line(row.map(pad)))].join('\n');
}
