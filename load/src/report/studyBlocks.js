import { mean, median } from 'simple-statistics';
import { METRICS } from '../record/metrics.js';
import { valueText } from '../record/numbers.js';
import { titleOf } from '../server/targets.js';
import { groupsOf } from './cells.js';
import { commandsOf } from './report.js';
import { limitSign } from './figures.js';
import { measuredText, unique } from './sentences.js';

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
 * @property {string} [run] when the first of its runs began
 */

// Of fewer runs none is left out.
const FEWEST_TRIMMED = 3;
// Two servers nearer to each other than this have no order.
const APART = 1.1;
/** An order of the study is one of these here. */
const HOW = {
  same: 'repeated here',
  reversed: 'reversed here',
  close: 'open, since the servers are within 10 % of each other, here or in the study',
  unsure: 'undecided here, since the load client limited the worse server',
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
  const independent = independentOrders(orders.flat());
  const counts = byHow(independent, (how, those) => `${those.length} of ${independent.length} ${how}`);
  return [
    { heading: title, level: 2 },
    { text: paper },
    { bold: `The study's orders of two servers by ${METRICS[ranked].title}: ${counts}.`, text: reason },
    ...tables.flatMap((rows, place) => [
      { table: { caption: study.tables[place].title, ...besideStudy(columns, rows) } },
      ...otherOrders(orders[place]),
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
      { text: `${limitSign(bound, column)}${valueText(ours[column])}`, bound },
      { text: valueText(theirs[column]) },
    ]),
  ]),
});

/** @param {Pick<HttpStudy, 'ranked'>} study @param {Row[]} rows @returns {Order[]} of each two that have figures */
export function ordersOf({ ranked }, rows) {
  const isLowerBetter = METRICS[ranked].better === 'lower';
  const orderOf = (/** @type {number} */ one, /** @type {number} */ other) => {
    if (Math.max(one, other) < APART * Math.min(one, other)) return 0;
    return one < other === isLowerBetter ? 1 : -1;
  };
  // A server that answered nothing has no place in an order.
  const comparableRows = rows
    .filter(({ ours, theirs }) => ours[ranked] && theirs[ranked])
    .map((row) => ({ ...row, here: Number(row.ours[ranked]), there: Number(row.theirs[ranked]) }))
    .sort((one, other) => (one.there - other.there) * (isLowerBetter ? 1 : -1));
  const pairs = comparableRows.flatMap((one, place) =>
    comparableRows.slice(place + 1).map((other) => /** @type {const} */ ([one, other])),
  );
  return pairs.map(([one, other]) => {
    const here = orderOf(one.here, other.here);
    // A client that was too slow can only worsen a figure.
    const isUnsure = (here >= 0 && other.bound) || (here <= 0 && one.bound);
    const isOpen = here === 0 || orderOf(one.there, other.there) === 0;
    return {
      pair: `${titleOf(one.target)} before ${titleOf(other.target)}`,
      how: isUnsure ? 'unsure' : isOpen ? 'close' : here > 0 ? 'same' : 'reversed',
      run: [...one.runs, ...other.runs][0]?.startedAt,
    };
  });
}

/**
 * The requests of one run take turns, so an order of two servers is one for all of them.
 * @param {Order[]} orders @returns {Order[]}
 */
export const independentOrders = (orders) => [
  ...new Map(orders.map((order) => [Object.values(order).join(), order])).values(),
];

/** @param {Order[]} orders of a table @returns {Block[]} those that are not repeated here */
function otherOrders(orders) {
  const others = orders.filter(({ how }) => how !== 'same');
  const text = byHow(others, (how, those) => `${how}: ${those.map(({ pair }) => pair).join(', ')}`);
  return text === '' ? [] : [{ text: `The study's orders, ${text}.` }];
}

/** @param {Order[]} orders @param {(how: string, those: Order[]) => string} textOf @returns {string} */
const byHow = (orders, textOf) =>
  Object.entries(HOW)
    .map(([how, text]) => ({ text, those: orders.filter((order) => order.how === how) }))
    .flatMap(({ text, those }) => (those.length > 0 ? textOf(text, those) : []))
    .join('; ');
