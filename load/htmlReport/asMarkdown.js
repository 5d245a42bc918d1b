import { markdownTable } from '../reports/markdownTable.js';

/** @typedef {import('./reportOf.js').Report} Report */

const EMOJI = { good: '✅', bound: '⚠️', failed: '❌' };

/** @param {Report} report @returns {string} first screen and provenance, fit for a pull request */
export function asMarkdown(report) {
  return [
    `${EMOJI[report.sentence.outcome]} ${report.sentence.text}`,
    '',
    ...report.warnings.flatMap((warning) => [`> ${warning}`, '']),
    ...report.kinds.flatMap((kind) => [...(kind.ranking ? [kind.ranking, ''] : []), ...tableOf(kind.table)]),
    'Median of the runs (the least to the greatest). *Slanted*: the load client set the figure, not the server.',
    '',
    ...tableOf(report.provenance),
    '```',
    ...report.commands,
    '```',
    '',
  ].join('\n');
}

/** @param {import('./tables.js').Table} table @returns {string[]} */
function tableOf({ caption, head, rows }) {
  const left = (rows[0] ?? []).flatMap(({ words }, place) => (words ? [place] : []));
  const marked = rows.map((row) =>
    row.map(({ text, interval, bound }) => {
      const all = text + (interval ? ` (${interval})` : '');
      return (bound ? `*${all}*` : all).replaceAll('|', '\\|');
    }),
  );
  return [`**${caption}**`, '', markdownTable(head, marked, { left }), ''];
}
