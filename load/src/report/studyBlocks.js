import { mean, median } from 'simple-statistics';
import { METRICS } from '../record/metrics.js';
import { valueText } from '../record/numbers.js';
import { titleOf } from '../server/targets.js';
import { groupsOf } from './cells.js';
import { commandsOf } from './report.js';
import { IN_SIGNS, limitText, measuredText, unique } from './sentences.js';

/**
 * @typedef {import('../record/runRecord.js').RunRecord} RunRecord
 * @typedef {import('../reference/manifests.js').HttpStudy} HttpStudy
 * @typedef {import('../reference/manifests.js').StudyTable} StudyTable
 * @typedef {import('./report.js').Block} Block
 *
 * @typedef {object} Row a server in a table
 * @property {string} target
 * @property {RunRecord[]} runs
 * @property {boolean} bound the load client set figures of ours
 * @property {Record<string, number | null>} ours by column
 * @property {Record<string, number | null>} theirs by column
 *
 * @typedef {object} Order of two servers of the study
 * @property {string} pair in words, the better one there first
 * @property {keyof typeof HOW} how
 */

// Of fewer runs none is left out.
const FEWEST_TRIMMED = 3;
// Two servers nearer to each other than this have no order.
const APART = 1.1;
/** How orders of the study stand to those here. */
const HOW = {
  same: 'repeat here',
  reversed: 'are the other way round here',
  close: 'are of servers within 10 % of each other, here or in the study',
  unsure: 'are not decided here, as the load client limited the worse',
};

/** @param {number[]} values @param {boolean} trimmed @returns {number | null} null: nothing was measured */
export function figureOfRuns(values, trimmed) {
  if (values.length === 0) return null;
  if (!trimmed || values.length < FEWEST_TRIMMED) return median(values);
  return mean(values.toSorted((one, other) => one - other).slice(1, -1));
}

/**
 * @param {HttpStudy} study @param {RunRecord[]} records
 * @returns {Block[]} the study's tables beside ours, and which orders of servers repeat
 * @throws {Error} where runs of a table differ in what a report never mixes
 */
export function studyBlocks(study, records) {
  const { title, paper, ranked, reason, differences, absent, columns } = study;
  const tables = study.tables.map((table) => serversOf(study, table, records));
  const orders = tables.map((rows) => ordersOf(study, rows));
  const independent = independentOrders(tables, orders);
  const counts = byHow(independent, (those) => `${those.length} of ${independent.length}`);
  return [
    { heading: title, level: 2 },
    { text: paper },
    { bold: `Orders of two servers by ${METRICS[ranked].title}, that ${counts}.`, text: reason },
    ...tables.flatMap((rows, place) => [
      { table: { caption: study.tables[place].title, ...besideStudy(columns, rows) } },
      { text: ordersText(study, orders[place]) },
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
  ];
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
    const figures = columns.map((column, place) => ({
      column,
      ours: figureOfRuns(
        runs.flatMap((run) => METRICS[column].of(run, request) ?? []),
        trimmed,
      ),
      theirs: table.study[theirNames[target]]?.[place] ?? null,
    }));
    return {
      target,
      runs,
      bound: runs.some(({ client }) => client.bound),
      ours: Object.fromEntries(figures.map(({ column, ours }) => [column, ours])),
      theirs: Object.fromEntries(figures.map(({ column, theirs }) => [column, theirs])),
    };
  });
  const groups = groupsOf(rows.flatMap(({ runs }) => runs)).map(({ same }) => Object.values(same).filter(Boolean));
  if (groups.length > 1) throw new Error(`${title}, ${table.title}: unlike runs (${groups.join('; ')}).`);
  // A chat may have no counterpart of a request.
  return rows.filter(({ target, runs }) => runs.length > 0 || target in theirNames);
}

/** @param {string[]} columns @param {Row[]} rows */
const besideStudy = (columns, rows) => ({
  head: ['server', 'runs', ...columns.flatMap((column) => [METRICS[column].title, 'study'])],
  rows: rows.map(({ target, runs, bound, ours, theirs }) => [
    { text: titleOf(target), words: true },
    { text: String(runs.length) },
    ...columns.flatMap((column) => [
      { text: `${limitText(bound, column, IN_SIGNS)}${valueText(ours[column])}`, bound },
      { text: valueText(theirs[column]) },
    ]),
  ]),
});

/** @param {Pick<HttpStudy, 'ranked'>} study @param {Row[]} rows @returns {Order[]} whether each is the same here */
export function ordersOf({ ranked }, rows) {
  const orderOf = (/** @type {number} */ one, /** @type {number} */ other) => {
    if (Math.max(one, other) < APART * Math.min(one, other)) return 0;
    return one < other === (METRICS[ranked].better === 'lower') ? 1 : -1;
  };
  // A server that answered nothing has no place in an order.
  const comparableRows = rows.filter(({ ours, theirs }) => ours[ranked] && theirs[ranked]);
  const pairs = comparableRows.flatMap((one, place) => comparableRows.slice(place + 1).map((other) => [one, other]));
  return pairs.map(([one, other]) => {
    const study = orderOf(Number(one.theirs[ranked]), Number(other.theirs[ranked]));
    const ourOrder = orderOf(Number(one.ours[ranked]), Number(other.ours[ranked]));
    const [betterRow, worseRow] = study < 0 ? [other, one] : [one, other];
    // A client that was too slow can only worsen a figure.
    const worseHere = ourOrder === 0 ? [one, other] : ourOrder > 0 ? [other] : [one];
    const isOpen = study === 0 || ourOrder === 0;
    const how = worseHere.some(({ bound }) => bound)
      ? 'unsure'
      : isOpen
        ? 'close'
        : study === ourOrder
          ? 'same'
          : 'reversed';
    const pair = `${titleOf(betterRow.target)} before ${titleOf(worseRow.target)}`;
    return { pair, how };
  });
}

/**
 * The requests of one run take turns, so an order of two servers is one for all of them.
 * @param {Row[][]} tables @param {Order[][]} orders of each table
 * @returns {Order[]}
 */
export function independentOrders(tables, orders) {
  const ordersByRun = orders.flatMap((ordersOfTable, place) => {
    const firstRun = tables[place].flatMap(({ runs }) => runs)[0];
    return ordersOfTable.map(
      (order) => /** @type {const} */ ([`${firstRun?.startedAt} ${order.pair} ${order.how}`, order]),
    );
  });
  return [...new Map(ordersByRun).values()];
}

/** @param {Pick<HttpStudy, 'ranked'>} study @param {Order[]} orders of a table @returns {string} */
export function ordersText({ ranked }, orders) {
  if (orders.length === 0) return 'Of no two servers there are figures to compare.';
  const pairs = byHow(orders, (those) => those.map(({ pair }) => pair).join(', '));
  return `Orders of the study by ${METRICS[ranked].title}, that ${pairs}.`;
}

/**
 * @param {Order[]} orders @param {(those: Order[]) => string} textOf
 * @returns {string} such as `repeat here: A before B; that are the other way round here: C before D`
 */
const byHow = (orders, textOf) =>
  Object.entries(HOW)
    .map(([how, text]) => ({ text, those: orders.filter((order) => order.how === how) }))
    .flatMap(({ text, those }) => (those.length > 0 ? `${text}: ${textOf(those)}` : []))
    .join('; that ');
