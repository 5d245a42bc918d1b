import { formOf, KINDS } from '../record/kinds.js';
import { columnsOf, FAILED_REQUESTS, METRICS } from '../record/metrics.js';
import { valueText } from '../record/numbers.js';
import { STORE_TITLES } from '../record/store.js';
import { OUTCOME_MARKS } from '../record/verdict.js';
import { knownTarget } from '../server/targets.js';
import { byLoad } from './cells.js';
import { amountText, medianText } from './figures.js';
import { headlineOf, QUESTIONS } from './questions.js';
import { AUDIT_FINDINGS, runCount, totalsOf, unique } from './sentences.js';
import { studyFigure, studyMetrics, studyValues, STUDY_SERVERS } from '../reference/chatStudy.js';

/** @import { Cell, Group } from './cells.js' */

/**
 * @typedef {Group['kind']} RunKind
 *
 * @typedef {object} TableCell
 * @property {string} text
 * @property {boolean} [words] the text is left-aligned
 * @property {boolean} [bound] the load client limited the figure
 * @property {boolean} [failed] a run failed
 *
 * @typedef {{caption: string, head: string[], rows: TableCell[][]}} Table
 */

// A table with more columns does not fit a page.
const WIDEST = 8;

/** @param {Group} group @returns {{open: Table[], folded: Table[]}} folded: tables for fewer readers */
export function resultTables({ kind, cells }) {
  const { shown, ladder } = QUESTIONS[kind];
  const measuredNames = columnsOf(formOf(kind)).filter((name) => cells.some(({ metrics }) => metrics[name]));
  const openNames = shown.filter((name) => measuredNames.includes(name));
  const otherNames = measuredNames.filter((name) => !openNames.includes(name));
  const isLadder = ladder && new Set(cells.map(({ load }) => load)).size > 1;
  const studyNames = isLadder ? otherNames.filter((name) => studyMetrics(kind).includes(name)) : [];
  const furtherNames = otherNames.filter((name) => !studyNames.includes(name) && !(name in SUCCESSES));
  return {
    open: isLadder ? openNames.flatMap((name) => acrossTargets(kind, cells, name)) : rowTables(kind, cells, openNames),
    folded: [
      ...studyNames.flatMap((name) => acrossTargets(kind, cells, name)),
      ...rowTables(kind, cells, furtherNames, ': further figures'),
      ...ledgerTables(cells),
    ],
  };
}

/**
 * @param {RunKind} kind @param {Cell[]} cells @param {string} metric
 * @returns {Table[]} tables of one metric: loads down, targets across, the study beside them
 */
function acrossTargets(kind, cells, metric) {
  const titles = [...Map.groupBy(cells, ({ title }) => title).values()];
  return chunks(titles, WIDEST - 1 - STUDY_SERVERS.length).map((cellsByTarget) => {
    const study = STUDY_SERVERS.filter(
      ({ server }) =>
        studyValues(kind, server, metric).size > 0 &&
        cellsByTarget.some(([{ target }]) => knownTarget(target)?.study === server),
    );
    return {
      caption: METRICS[metric].title,
      head: ['load', ...cellsByTarget.map(([{ title }]) => title), ...study.map(({ name }) => name)],
      rows: byLoad(cells).map((cellsOfLoad) => [
        words(cellsOfLoad[0].load),
        ...cellsByTarget.map(([{ title }]) => figureIn(cellsOfLoad, title, metric)),
        ...study.map(({ server }) => ({ text: valueText(studyFigure(cellsOfLoad[0], metric, server)) })),
      ]),
    };
  });
}

/**
 * @param {RunKind} kind
 * @param {Cell[]} cells
 * @param {string[]} metrics
 * @param {string} [captionEnd] last words of the caption
 * @returns {Table[]} a row for each cell
 */
function rowTables(kind, cells, metrics, captionEnd = '') {
  return chunks(metrics, WIDEST - 2).map((metricsOfTable, place) => ({
    caption: `${KINDS[kind].title}${captionEnd}${place > 0 ? `, ${place + 1}` : ''}`,
    head: ['load', 'target', ...metricsOfTable.map((name) => METRICS[name].title)],
    rows: byLoad(cells)
      .flat()
      .map((cell) => [words(cell.load), targetCell(cell), ...metricsOfTable.map((name) => figure(cell, name))]),
  }));
}

/** @template T @param {T[]} items @param {number} maxLength a part's @returns {T[][]} parts of about the same size */
function chunks(items, maxLength) {
  const parts = Math.ceil(items.length / maxLength);
  const size = Math.ceil(items.length / parts);
  return Array.from({ length: parts }, (_, place) => items.slice(place * size, (place + 1) * size));
}

/** @param {Cell} cell @param {string} metric @returns {TableCell} the runs' median, least and greatest */
const figure = (cell, metric) => ({
  text: amountText(cell, metric),
  bound: cell.bound && metric in cell.metrics,
});

/** @param {Cell[]} cells of one load @param {string} title a target's @param {string} metric @returns {TableCell} */
function figureIn(cells, title, metric) {
  const cell = cells.find((one) => one.title === title && one.metrics[metric]);
  return cell ? withMark(cell, figure(cell, metric)) : { text: '–' };
}

/** @param {Cell} cell @returns {TableCell} */
const targetCell = (cell) => withMark(cell, words(cell.title));

/** @param {Cell} cell @param {TableCell} tableCell @returns {TableCell} with a mark if runs failed */
const withMark = ({ failed }, { text, ...look }) => ({
  ...look,
  text: failed ? `${OUTCOME_MARKS.failed} ${text}`.trim() : text,
  failed,
});

/** @param {string} text @returns {TableCell} */
const words = (text) => ({ text, words: true });

/**
 * @param {Group[]} groups the first group of each kind
 * @returns {Table} the chats and the study, at the loads of the first conclusions
 */
export function overviewTable(groups) {
  const hasSeveralStores = new Set(groups.map(({ same }) => same.store)).size > 1;
  const lines = groups.flatMap((group) => {
    const { finding, glance = finding ? [finding] : [], search } = QUESTIONS[group.kind];
    const store = hasSeveralStores && group.same.store === 'embedded' && STORE_TITLES.embedded;
    return glance.flatMap((metric) => {
      const cells = headlineOf(group).filter(({ metrics }) => metrics[metric]);
      const load = [!search && cells[0]?.load, store].filter(Boolean).join(', ');
      return cells.length > 0
        ? [{ metric, cells, load, title: `${KINDS[group.kind].title}: ${METRICS[metric].title}` }]
        : [];
    });
  });
  const targets = unique(lines.flatMap(({ cells }) => cells.map(({ title }) => title)));
  const study = STUDY_SERVERS.filter(({ server }) =>
    lines.some(({ metric, cells }) => studyFigure(cells[0], metric, server) !== undefined),
  );
  return {
    caption: 'At a glance',
    head: ['', 'load', ...targets, ...study.map(({ name }) => name)],
    rows: lines.map(({ metric, cells, load, title }) => [
      words(title),
      words(load),
      ...targets.map((target) => glanceCell(cells, target, metric)),
      ...study.map(({ server }) => ({ text: valueText(studyFigure(cells[0], metric, server)) })),
    ]),
  };
}

/** @param {Cell[]} cells of one load @param {string} target its title @param {string} metric @returns {TableCell} */
function glanceCell(cells, target, metric) {
  const cell = cells.find(({ title }) => title === target);
  if (!cell) return { text: '–' };
  // Waiting times of a failed run depend on the length of the overload.
  const isLeftOut = cell.failed && /P\d+$/.test(metric);
  return withMark(cell, { text: isLeftOut ? '' : medianText(cell, metric), bound: cell.bound });
}

/** The ledger's columns: counts of run records, and their heads. SUCCESSES may be more than 0. */
const SUCCESSES = {
  sent: 'sent',
  acknowledged: 'acknowledged',
  stored: 'stored',
  due: 'deliveries due',
  delivered: 'delivered',
  requests: '2xx',
  injected: 'injected',
  named: 'named',
};
const FAILURES = {
  ...FAILED_REQUESTS,
  noAck: 'no ack in 5 s',
  ...AUDIT_FINDINGS,
  broken: 'broken connections',
  deaths: 'ab ended early',
  wrongRuns: 'runs named otherwise',
};

/** @param {Cell[]} cells @returns {Table[]} sums over the runs of a load, without columns of zeros; may be [] */
function ledgerTables(cells) {
  const totalOf = (/** @type {Cell} */ cell, /** @type {string} */ name) => totalsOf(cell.runs)(name);
  // The store of a baseline cannot be read, so some counts are unknown.
  const isTold = (/** @type {Cell} */ { runs }, /** @type {string} */ name) =>
    runs.some(({ counts }) => (counts[name] ?? null) !== null);
  const columns = Object.entries({ ...SUCCESSES, ...FAILURES }).filter(([name]) =>
    cells.some((cell) => totalOf(cell, name) > 0),
  );
  const rows = byLoad(cells)
    .flat()
    .map((cell) => [
      words(cell.load),
      targetCell(cell),
      { text: valueText(runCount(cell.runs)) },
      ...columns.map(([name]) => ({
        text: isTold(cell, name) ? valueText(totalOf(cell, name)) : '–',
        failed: name in FAILURES && totalOf(cell, name) > 0,
      })),
    ]);
  const head = ['load', 'target', 'runs', ...columns.map(([, title]) => title)];
  return columns.length > 0 ? [{ caption: 'Ledger: counts of all runs together', head, rows }] : [];
}
