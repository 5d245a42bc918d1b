import { intervalText, valueText } from '../record/numbers.js';
import { COLUMNS } from '../record/columns.js';
import { formOf, KINDS } from '../record/kinds.js';
import { failedVerdicts, OUTCOME_MARKS, outcomeOf } from '../record/verdict.js';
import { studyMetrics, studyValues } from './study.js';

/**
 * @typedef {import('./cells.js').Cell} Cell
 * @typedef {import('./cells.js').Chapter} Chapter
 *
 * @typedef {{text: string, words?: boolean, bound?: boolean, failed?: boolean}} TableCell words: left-aligned;
 *   bound: the load client set it
 * @typedef {{caption: string, head: string[], rows: TableCell[][]}} Table
 */

/** @param {Chapter} chapter @returns {Table} its figures and the study's */
export function resultTable({ kind, cells }) {
  const columns = COLUMNS[formOf(kind)].filter(([metric]) => cells.some(({ metrics }) => metrics[metric]));
  const study = columns.filter(([metric]) => studyMetrics(kind).includes(metric));
  return {
    caption: KINDS[kind].caption,
    head: [
      '',
      'target',
      'load',
      'runs',
      ...columns.map(([, head]) => head),
      ...study.map(([, head]) => `study: ${head}`),
    ],
    rows: cells.map((cell) => [
      { text: OUTCOME_MARKS[outcomeOf(cell.runs)], words: true, failed: outcomeOf(cell.runs) === 'failed' },
      words(cell.title),
      words(cell.load),
      { text: String(cell.runs.length) },
      ...columns.map(([metric]) => figure(cell, metric)),
      ...study.map(([metric]) => ({ text: valueText(studyValues(kind, cell.target, metric).get(cell.users)) })),
    ]),
  };
}

/** @param {Cell} cell @param {string} metric @returns {TableCell} the runs' median, least and greatest */
function figure({ metrics, bound }, metric) {
  const spread = metrics[metric];
  if (!spread) return { text: '–' };
  const interval = intervalText(spread);
  return { text: valueText(spread.median) + (interval && ` (${interval})`), bound };
}

/** @param {string} text @returns {TableCell} */
const words = (text) => ({ text, words: true });

/**
 * The columns of the ledger, by form: a count of a run record and its head.
 * @type {Record<import('../record/kinds.js').Form, Array<[string, string]>>}
 */
const LEDGER = {
  chat: [
    ['sent', 'sent'],
    ['acknowledged', 'acknowledged'],
    ['stored', 'stored'],
    ['due', 'deliveries due'],
    ['delivered', 'delivered'],
    ['refused', 'refused'],
    ['noAck', 'no ack in 5 s'],
    ['lost', 'acknowledged, then lost'],
    ['lostDeliveries', 'lost deliveries'],
    ['duplicated', 'duplicated'],
    ['outOfOrder', 'out of order'],
    ['wrongIds', 'wrong id'],
    ['altered', 'altered'],
    ['falseAcks', 'false acks'],
    ['broken', 'broken connections'],
  ],
  flood: [
    ['requests', '2xx'],
    ['empty', 'no answer'],
    ['otherCodes', 'other codes'],
    ['refused', 'refused'],
    ['reset', 'reset'],
    ['timeouts', 'timed out'],
    ['exceptions', 'other'],
    ['deaths', 'ab ended early'],
  ],
  connections: [
    ['joined', 'joined'],
    ['broken', 'broken'],
  ],
  faults: [
    ['injected', 'injected'],
    ['named', 'named'],
    ['wrongRuns', 'runs named otherwise'],
  ],
};

// Every other count has to be 0.
const SUCCESS_COUNTS = new Set([
  ...['sent', 'acknowledged', 'stored', 'due', 'delivered', 'requests', 'joined', 'injected', 'named'],
]);

/** @param {Chapter} chapter @returns {Table} counts, summed over the runs of a load; columns of zeros are left out */
export function ledgerTable({ kind, cells }) {
  const sumOf = (/** @type {Cell} */ { runs }, /** @type {string} */ name) =>
    runs.reduce((sum, { counts }) => sum + (counts[name] ?? 0), 0);
  const columns = LEDGER[formOf(kind)].filter(
    ([name]) => SUCCESS_COUNTS.has(name) || cells.some((cell) => sumOf(cell, name) > 0),
  );
  const clean = columns.every(([name]) => SUCCESS_COUNTS.has(name)) && formOf(kind) !== 'faults';
  return {
    caption: `Ledger${clean ? ': nothing failed' : ''}`,
    head: ['target', 'load', ...columns.map(([, head]) => head)],
    rows: cells.map((cell) => [
      words(cell.title),
      words(cell.load),
      ...columns.map(([name]) => ({
        text: valueText(sumOf(cell, name)),
        failed: !SUCCESS_COUNTS.has(name) && sumOf(cell, name) > 0,
      })),
    ]),
  };
}

/** @param {Chapter} chapter @returns {string[]} what its reader has to know */
export function notesOf({ kind, cells }) {
  const notes = cells.flatMap(({ title, load, runs }) =>
    [
      ...runs.flatMap(failedVerdicts).map(({ name, value }) => `${name}: ${value ?? 'not known'}`),
      ...runs.flatMap((run) => run.notes ?? []),
      ...runs.flatMap(({ client }) =>
        client.bound ? [`the load client set the figures (${client.boundBy.join(', ')})`] : [],
      ),
    ].map((note) => `${title}, ${load}: ${note}.`),
  );
  const paths = cells.flatMap(({ title, runs: [{ plan }] }) =>
    plan.codePath
      ? [`${title}, the way of a ${formOf(kind) === 'flood' ? 'request' : 'message'}: ${plan.codePath}.`]
      : [],
  );
  return [...new Set([...notes, ...paths])];
}

/** @param {Chapter} chapter @returns {Table} what ran, where and when */
export function provenanceTable({ cells, same }) {
  const rows = [...Map.groupBy(cells, ({ title }) => title)].map(([title, own]) => {
    const runs = own.flatMap((cell) => cell.runs);
    const all = (/** @type {(run: import('./cells.js').RunRecord) => string} */ of) =>
      words([...new Set(runs.map(of))].join(', '));
    const times = runs.map(({ startedAt }) => startedAt.slice(0, 16).replace('T', ' ')).sort();
    return [
      words(title),
      all(({ server }) => server.commit ?? 'not told'),
      all(({ server }) => server.runtime ?? 'not told'),
      all(({ server }) => server.database ?? 'none of its own'),
      all(({ server }) => (server.fresh ? 'fresh' : 'ran before')),
      all(({ server }) => (server.rateLimits === null ? 'not told' : server.rateLimits ? 'on' : 'off')),
      words(times[0] === times.at(-1) ? times[0] : `${times[0]} to ${times.at(-1)}`),
    ];
  });
  return {
    caption: [same.machine, `load client of commit ${same.commit}`, same.seconds].filter(Boolean).join(' · '),
    head: ['target', 'server commit', 'runtime', 'database', 'server', 'rate limits', 'when (UTC)'],
    rows,
  };
}
