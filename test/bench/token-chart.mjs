// A bar chart as SVG, readable on light and on dark pages.

const ROW = 26;
const LABEL = 96;
const WIDTH = 640;

/** How much more or less a part is than the whole. */
export function percent(part, whole) {
  const more = 100 * (part / whole - 1);
  return `${more < 0 ? '−' : '+'}${Math.abs(more).toFixed(1)} %`;
}

/** Bars one below the other, the first is what the others are compared with. */
export function drawChart(title, bars) {
  const most = Math.max(...bars.map(({ tokens }) => tokens));
  const [first] = bars;
  const rows = bars.map(({ name, tokens }, index) => {
    const y = 34 + index * ROW;
    const width = Math.round((WIDTH - LABEL - 120) * (tokens / most));
    const note = index === 0 ? `${tokens}` : `${tokens} (${percent(tokens, first.tokens)})`;
    const colour = name === 'wire' ? '#2f81f7' : '#8b949e';
    return `<text x="${LABEL - 8}" y="${y + 14}" text-anchor="end">${name}</text>
<rect x="${LABEL}" y="${y}" width="${width}" height="18" rx="3" fill="${colour}"/>
<text x="${LABEL + width + 8}" y="${y + 14}">${note}</text>`;
  });
  const height = 34 + bars.length * ROW + 6;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${height}" viewBox="0 0 ${WIDTH} ${height}" role="img" aria-label="${title}">
<style>text{font:13px system-ui,sans-serif;fill:#57606a}@media(prefers-color-scheme:dark){text{fill:#c9d1d9}}</style>
<text x="${LABEL}" y="20" font-weight="600">${title}</text>
${rows.join('\n')}
</svg>
`;
}
