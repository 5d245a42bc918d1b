import { mean, median } from 'simple-statistics';
import { METRICS } from '../record/metrics.js';
import { valueText } from '../record/numbers.js';
import { titleOf } from '../server/targets.js';
import { groupsOf } from './cells.js';
import { limitSign } from './figures.js';
import { filled } from './report.js';
import { measuredText, unique } from './sentences.js';
import { countsText, ordersOf, othersText } from './studyOrders.js';
import { commandsOf } from './whatRan.js';

/** @import { RunRecord } from '../record/runRecord.js' */
/** @import { HttpStudy, StudyTable } from '../reference/manifests.js' */
/** @import { Block } from './report.js' */

/**
 * @typedef {object} Row a server in a table
 * @property {string} target
 * @property {RunRecord[]} runs
 * @property {boolean} bound the load client limited our figures
 * @property {Record<string, number | null>} ours our figures by column
 * @property {Record<string, number | null>} theirs the study's figures by column
 */

// Trimming needs at least this many runs: it leaves out the least and the greatest.
const FEWEST_TRIMMED = 3;

/** @param {number[]} values @param {boolean} trimmed @returns {number | null} null: nothing was measured */
export function figureOfRuns(values, trimmed) {
  if (values.length === 0) return null;
  if (!trimmed || values.length < FEWEST_TRIMMED) return median(values);
  return mean(values.toSorted((one, other) => one - other).slice(1, -1));
}

/**
 * @param {HttpStudy} study @param {RunRecord[]} records
 * @returns {Block[]} the study's tables beside ours, and which orders of servers repeat
 * @throws {Error} if runs of a table differ in a property that a report never mixes
 */
export function studyBlocks(study, records) {
  const { title, paper, ranked, reason, differences, absent, columns } = study;
  const tables = study.tables.map((table) => serversOf(study, table, records));
  const orders = tables.map((rows) => ordersOf(ranked, rows));
  return filled([
    { heading: title, level: 2 },
    { text: paper },
    {
      bold: `The study's orders of two servers by ${METRICS[ranked].title}: ${countsText(orders.flat())}.`,
      text: reason,
    },
    ...tables.flatMap((rows, place) => [
      { table: { caption: study.tables[place].title, ...besideStudy(columns, rows) } },
      { text: othersText(orders[place]) },
    ]),
    {
      list: [
        ...differences,
        ...Object.entries(absent).map(([server, cause]) => `${server} was not measured: ${cause}`),
        `A run here lasts: ${unique(records.map(({ plan }) => `${plan.workload} ${plan.seconds} s`)).join(', ')}.`,
      ],
    },
    { text: measuredText(records) },
    { code: commandsOf(records) },
  ]);
}

/** @param {HttpStudy} study @param {StudyTable} table @param {RunRecord[]} records @returns {Row[]} */
function serversOf({ servers, pair, columns, trimmed, title }, table, records) {
  const { workload, users, request } = table;
  const recordsOfTable = records.filter(
    ({ plan }) =>
      plan.workload === workload && plan.users === users && (plan.request === undefined || plan.request === request),
  );
  const theirNames = Object.fromEntries(Object.entries(servers).map(([name, target]) => [target, name]));
  const rows = [...Object.values(servers), ...pair].map((target) => {
    const runs = recordsOfTable.filter(({ plan }) => plan.target === target);
    const valuesOf = (/** @type {string} */ column) => runs.flatMap((run) => METRICS[column].of(run, request) ?? []);
    return {
      target,
      runs,
      bound: runs.some(({ client }) => client.bound),
      ours: Object.fromEntries(columns.map((column) => [column, figureOfRuns(valuesOf(column), trimmed)])),
      theirs: Object.fromEntries(
        columns.map((column, place) => [column, table.study[theirNames[target]]?.[place] ?? null]),
      ),
    };
  });
  const groups = groupsOf(rows.flatMap(({ runs }) => runs)).map(({ same }) => Object.values(same).filter(Boolean));
  if (groups.length > 1) throw new Error(`${title}, ${table.title}: unlike runs (${groups.join('; ')}).`);
  // A chat may lack a counterpart of the request.
  return rows.filter(({ target, runs }) => runs.length > 0 || target in theirNames);
}

/** @param {string[]} columns @param {Row[]} rows */
const besideStudy = (columns, rows) => ({
  head: ['server', 'runs', ...columns.flatMap((column) => [METRICS[column].title, 'study'])],
  rows: rows.map(({ target, runs, bound, ours, theirs }) => [
    { text: titleOf(target), words: true },
    { text: String(runs.length) },
    ...columns.flatMap((column) => [
      { text: `${limitSign(bound, column)}${valueText(ours[column])}`, bound },
      { text: valueText(theirs[column]) },
    ]),
  ]),
});
