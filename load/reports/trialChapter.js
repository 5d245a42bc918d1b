import { METRICS } from '../runRecord/metrics.js';
import { markdownTable } from './markdownTable.js';

/**
 * @param {any} result of `load/compare --trial` @returns {string} a chapter of docs/results.md
 */
export function trialChapter({
  pairs,
  slower,
  same,
  found,
  rows,
  least,
  runs,
  users,
  seconds,
  command,
  commit,
  machine,
  date,
}) {
  const cells = rows.map((/** @type {import('../comparison/trial.js').TrialRow} */ row) => [
    row.side === 'b' ? 'the same' : `a brake of ${slower} %`,
    METRICS[row.metric].title,
    ...['no clear difference', 'worse', 'better', 'too few runs'].map(
      (says) => row.said[/** @type {import('../comparison/compareRuns.js').Says} */ (says)] ?? 0,
    ),
    row.size === null ? '–' : size(row.size, row.relative),
    row.sizes.map((one) => size(one, row.relative)).join(' to ') || '–',
  ]);
  return [
    `A commit's server was held against itself ${pairs} times, ${runs} runs a side that took turns, and as often against itself with a brake: its loop takes ${slower} % of the`,
    `processor time of its process once more. **${same} of ${pairs} comparisons of the same said "no clear difference"; ${found} of ${pairs} with the brake said "worse".**`,
    `A difference below ${least} % counts as none. Each run is at a fresh, warm server: ${users} users for ${seconds} s.`,
    '',
    markdownTable(
      [
        'compared with',
        'metric',
        'no clear difference',
        'worse',
        'better',
        'too few runs',
        'median difference',
        'least to greatest',
      ],
      cells,
      { left: [0, 1] },
    ),
    '',
    `\`${command}\`; commit ${commit}; ${machine}; ${date}.`,
    '',
  ].join('\n');
}

/** @param {number} value @param {boolean} relative */
const size = (value, relative) =>
  `${value < 0 ? '−' : '+'}${Math.abs(relative ? value * 100 : value).toFixed(1)}${relative ? ' %' : ''}`;
