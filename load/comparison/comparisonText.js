import { median } from 'simple-statistics';
import { valueText } from '../charts/numbers.js';
import { markdownTable } from '../reports/markdownTable.js';
import { METRICS } from '../runRecord/metrics.js';

/**
 * @typedef {import('./compareRuns.js').Comparison} Comparison
 * @typedef {import('./compareRuns.js').Compared} Compared
 * @typedef {import('../runRecord/runRecord.js').RunRecord} RunRecord
 */

/**
 * @param {Comparison} comparison @param {{a: RunRecord[], b: RunRecord[], although: string[]}} of although: what is not alike
 * @returns {string} Markdown, as a pull request shows it
 */
export function comparisonText({ rows, notes, worse }, { a, b, although }) {
  const table = markdownTable(
    ['', 'load', 'metric', 'A', 'B', 'difference', '95 % interval', 'p', 'effect', 'runs'],
    rows.map(cells),
    { left: [0, 1, 2] },
  );
  return [
    `**${headline(rows, worse)}**`,
    '',
    ...although.flatMap((what) => [`> Compared although not alike: ${what}.`, '>']).slice(0, -1),
    ...(although.length > 0 ? [''] : []),
    table,
    '',
    ...notes.flatMap((note) => [note, '']),
    ...clients(a, b),
    `A: ${who(a)}. B: ${who(b)}. ${[...new Set([...a, ...b].map(({ client }) => client.machine))].join('; ')}.`,
    'A value is a run’s. Difference of B to A: the median of all pairs of runs (Hodges-Lehmann), its interval by a bootstrap over runs; p of a permutation test of ranks, corrected',
    'for all rows (Holm); effect: Cliff’s delta, 0 alike to ±1 apart. *Worse* and *better* need p below 0.01 and an interval without zero.',
    '',
  ].join('\n');
}

/** @param {Compared[]} rows @param {boolean} worse */
function headline(rows, worse) {
  const said = (/** @type {string} */ what) =>
    rows
      .filter(({ says }) => says === what)
      .map((row) => `${METRICS[row.metric].title} ${size(row)} at ${row.load}`)
      .join('; ');
  const [bad, good] = [said('worse'), said('better')];
  if (bad || good) return [bad && `B is worse: ${bad}.`, good && `B is better: ${good}.`].filter(Boolean).join(' ');
  if (worse) return 'Runs of B failed, those of A did not.';
  if (rows.every(({ says }) => says === 'too few runs')) return 'Too few runs to say anything.';
  return 'No clear difference.';
}

/** @param {Compared} row @returns {string[]} */
function cells(row) {
  const { difference: found } = row;
  return [
    { worse: '❌ worse', better: '✅ better', 'no clear difference': 'no clear difference', 'too few runs': 'too few runs' }[row.says], // prettier-ignore
    row.load,
    METRICS[row.metric].title,
    row.a.length === 0 ? '–' : valueText(median(row.a)),
    row.b.length === 0 ? '–' : valueText(median(row.b)),
    found ? size(row) : '–',
    found ? `${amount(found.least, found.relative)} to ${amount(found.greatest, found.relative)}` : '–',
    row.p === null ? '–' : row.p < 0.001 ? '< 0.001' : row.p.toFixed(3),
    found ? found.effect.toFixed(2) : '–',
    `${row.a.length} + ${row.b.length}${row.inTurns ? ', in turns' : ''}`,
  ];
}

/** @param {Compared} row */
const size = ({ difference: found }) => (found ? amount(found.size, found.relative) : '');

/** @param {number} value @param {boolean} relative */
const amount = (value, relative) =>
  `${value < 0 ? '−' : '+'}${relative ? `${Math.abs(value * 100).toFixed(1)} %` : valueText(Math.abs(value))}`;

/** @param {RunRecord[]} runs */
function who(runs) {
  const commits = [...new Set(runs.map(({ server }) => server.commit ?? 'not told'))].join(', ');
  const targets = [...new Set(runs.map(({ plan }) => plan.target))].join(', ');
  return `${targets}, commit ${commits}, ${runs.length} run${runs.length === 1 ? '' : 's'}`;
}

/** @param {RunRecord[]} a @param {RunRecord[]} b @returns {string[]} */
function clients(a, b) {
  const commits = new Set([...a, ...b].map(({ client }) => client.commit));
  if (commits.size < 2) return [];
  return [`The load client is not the same either: commits ${[...commits].join(', ')}.`];
}
