import { markdownTable } from './markdownTable.js';

/** @typedef {import('./report.js').Report} Report */

/**
 * @param {Report} report
 * @param {(chart: import('./charts.js').Chart) => string | null} picture its file; null: it is not shown
 * @returns {string}
 */
export function asMarkdown(report, picture = () => null) {
  return [
    `**${report.sentence}** A figure is the median of its runs (the least to the greatest). ` +
      '*Slanted*: the load client set it, not the server.',
    '',
    ...report.chapters.flatMap((chapter) => [
      `## ${chapter.title}${chapter.about && ` (${chapter.about})`}`,
      '',
      ...chapter.charts.flatMap((chart) => {
        const file = picture(chart);
        return file === null ? [] : [`![${chart.title}, ${chart.y.name} over users](${file})`, ''];
      }),
      ...tableOf(chapter.table),
      ...tableOf(chapter.ledger),
      ...chapter.notes.map((note) => `- ${note}`),
      '',
      ...tableOf(chapter.provenance),
      '```',
      ...chapter.commands,
      '```',
      '',
    ]),
  ].join('\n');
}

/** @param {import('./tables.js').Table} table @returns {string[]} */
function tableOf({ caption, head, rows }) {
  const left = (rows[0] ?? []).flatMap(({ words }, place) => (words ? [place] : []));
  const marked = rows.map((row) => row.map(({ text, bound }) => (bound ? `*${text}*` : text).replaceAll('|', '\\|')));
  return [`**${caption}**`, '', markdownTable(head, marked, { left }), ''];
}
