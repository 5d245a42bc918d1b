import { median } from 'simple-statistics';
import { valueText } from '../record/numbers.js';
import { markdownTable } from '../report/markdownTable.js';
import { METRICS } from '../record/metrics.js';

/** @import { Compared, compareRuns } from './compareRuns.js' */
/** @import { RunRecord } from '../record/runRecord.js' */

/** @typedef {ReturnType<typeof compareRuns>} Comparison */

/**
 * @param {Comparison} comparison @param {{a: RunRecord[], b: RunRecord[]}} runs
 * @returns {string} Markdown, as a pull request shows it
 */
export function comparisonText({ rows, notes, worse }, { a, b }) {
  const machines = [...new Set([...a, ...b].map(({ client }) => client.machine))];
  const head = ['', 'load', 'metric', 'A', 'B', 'difference', '95 % interval', 'p', 'runs'];
  return [
    `**${headline(rows, worse)}**`,
    '',
    markdownTable(head, rows.map(cells), { left: [0, 1, 2] }),
    '',
    ...notes.flatMap((note) => [note, '']),
    `A: ${describeRuns(a)}. B: ${describeRuns(b)}. ${machines.join('; ')}.`,
    'How it is decided: docs/method.md, "Comparing runs".',
    '',
  ].join('\n');
}

/** @param {Compared[]} rows @param {boolean} worse */
function headline(rows, worse) {
  const textOf = (/** @type {string} */ kind) =>
    rows
      .filter(({ judgement }) => judgement === kind)
      .map(({ metric, size, load }) => `${METRICS[metric].title} ${percent(size)} at ${load}`)
      .join('; ');
  const [worsened, improved] = [textOf('worse'), textOf('better')];
  if (worsened || improved)
    return [worsened && `B is worse: ${worsened}.`, improved && `B is better: ${improved}.`].filter(Boolean).join(' ');
  if (worse) return 'B is worse by its failed runs.';
  return rows.every(({ judgement }) => judgement === 'too few runs')
    ? 'Too few runs to say anything.'
    : 'No clear difference.';
}

/** @param {Compared} row @returns {string[]} */
function cells({ judgement, load, metric, a, b, size, interval, p }) {
  return [
    { worse: '❌ worse', better: '✅ better' }[/** @type {string} */ (judgement)] ?? judgement,
    load,
    METRICS[metric].title,
    ...[a, b].map((values) => (values.length === 0 ? '–' : valueText(median(values)))),
    percent(size),
    interval === null ? '–' : `${percent(interval[0])} to ${percent(interval[1])}`,
    p === null ? '–' : p < 0.001 ? '< 0.001' : p.toFixed(3),
    `${a.length} + ${b.length}`,
  ];
}

/** @param {number | null} part @returns {string} */
const percent = (part) => (part === null ? '–' : `${part < 0 ? '−' : '+'}${Math.abs(part * 100).toFixed(1)} %`);

/** @param {RunRecord[]} runs */
function describeRuns(runs) {
  const commits = [...new Set(runs.map(({ server }) => server.commit ?? 'unknown'))].join(', ');
  return `${[...new Set(runs.map(({ plan }) => plan.target))].join(', ')}, commit ${commits}, ${runs.length} runs`;
}
