import { mean, median } from 'simple-statistics';
import { METRICS } from '../record/metrics.js';
import { valueText } from '../record/numbers.js';
import { titleOf } from '../server/targets.js';
import { groupsOf } from './cells.js';
import { commitsText, listText, unique } from './sentences.js';

/**
 * @typedef {import('../record/runRecord.js').RunRecord} RunRecord
 * @typedef {import('../reference/manifests.js').HttpStudy} HttpStudy
 * @typedef {import('../reference/manifests.js').StudyTable} StudyTable
 * @typedef {import('./report.js').Block} Block
 *
 * @typedef {object} Row a server in a table
 * @property {string} target @property {RunRecord[]} runs
 * @property {boolean} bound the load client set figures of ours
 * @property {Record<string, number | null>} ours by column @property {Record<string, number | null>} theirs
 *
 * @typedef {{pair: string, how: keyof typeof HOW}} Order of two servers of the study, the better one there first
 */

// Two servers nearer to each other than this have no order.
const APART = 1.1;
// Of so many runs one may be left out at either end.
const FEW = 3;
/** How two servers stand to each other, here and in the study: said of one order, and of several. */
const HOW = {
  same: ['repeats here', 'repeat here'],
  reversed: ['is the other way round here', 'are the other way round'],
  close: [
    'is none, as the two are within 10 % here or in the study',
    'are of servers within 10 % of each other, here or in the study',
  ],
  unsure: [
    'is not decided here, as the load client limited the worse',
    'are not decided, as the load client limited the worse',
  ],
};

/** @param {number[]} values @param {boolean} trimmed @returns {number | null} null: nothing was measured */
export function figureOf(values, trimmed) {
  if (values.length === 0) return null;
  if (!trimmed || values.length < FEW) return median(values);
  return mean(values.toSorted((one, other) => one - other).slice(1, -1));
}

/**
 * @param {HttpStudy} study @param {RunRecord[]} records
 * @returns {Block[]} the study's tables beside ours, and which orders of servers repeat
 * @throws {Error} where runs of a table differ in what a report never mixes
 */
export function studyBlocks(study, records) {
  const { title, paper, ranked, reason, differences, absent, columns } = study;
  const tables = study.tables.map((table) => rowsOf(study, table, records));
  const orders = tables.map((rows) => ordersOf(study, rows));
  const fewestRuns = Math.min(...tables.map(([{ runs }]) => runs.length));
  const bound = records.filter(({ client }) => client.bound).length;
  const counts = Object.entries(HOW).flatMap(([how, [, text]]) => {
    const count = orders.flat().filter((order) => order.how === how).length;
    return how === 'same' || count > 0 ? `${count} ${text}` : [];
  });
  return [
    { heading: title, level: 2 },
    { text: paper },
    {
      bold: `Of ${orders.flat().length} orders of two servers by ${METRICS[ranked].title}, ${listText(counts)}.`,
      text: reason,
    },
    ...tables.flatMap((rows, place) => [
      { table: { caption: study.tables[place].title, ...tableOf(columns, rows) } },
      { text: [ordersText(study, orders[place]), ...noCounterpart(rows)].join(' ') },
    ]),
    {
      list: [
        ...differences,
        ...Object.entries(absent).map(([server, cause]) => `${server} was not measured: ${cause}`),
        ...(fewestRuns < FEW ? ['Fewer than three runs of a server: an order seen so seldom may be chance.'] : []),
        `A run here lasts: ${unique(records.map(({ plan }) => `${plan.workload} ${plan.seconds} s`)).join(', ')}.`,
        `The load client set the figures of ${bound} of ${records.length} runs${bound > 0 ? ': they are slanted' : ''}.`,
      ],
    },
    {
      text: `${unique(records.map(({ client }) => client.machine)).join('; ')}; load client and chats of ${commitsText(records)}.`,
    },
    { code: unique(records.map(({ command }) => command)) },
  ];
}

/** @param {HttpStudy} study @param {StudyTable} table @param {RunRecord[]} records @returns {Row[]} */
function rowsOf({ servers, pair, columns, trimmed, title }, table, records) {
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
      ours: figureOf(
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
  return rows;
}

/** @param {string[]} columns @param {Row[]} rows */
const tableOf = (columns, rows) => ({
  head: ['server', 'runs', ...columns.flatMap((column) => [METRICS[column].title, 'study'])],
  rows: rows.map(({ target, runs, bound, ours, theirs }) => [
    { text: titleOf(target), words: true },
    { text: String(runs.length) },
    ...columns.flatMap((column) => [{ text: valueText(ours[column]), bound }, { text: valueText(theirs[column]) }]),
  ]),
});

/** @param {Row[]} rows @returns {string[]} a sentence at most */
function noCounterpart(rows) {
  const ourRows = rows.filter(({ theirs }) => Object.values(theirs).every((figure) => figure === null));
  const unmeasured = ourRows.filter(({ runs }) => runs.length === 0).map(({ target }) => titleOf(target));
  return unmeasured.length > 0 ? [`${unmeasured.join(' and ')}: no counterpart.`] : [];
}

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
    return { how, pair: `${titleOf(betterRow.target)} before ${titleOf(worseRow.target)}` };
  });
}

/** @param {Pick<HttpStudy, 'ranked'>} study @param {Order[]} orders of a table @returns {string} */
export function ordersText({ ranked }, orders) {
  if (orders.length === 0) return 'Of no two servers there are figures to compare.';
  const parts = Object.entries(HOW).flatMap(([how, [text]]) => {
    const pairs = orders.filter((one) => one.how === how).map(({ pair }) => pair);
    return pairs.length > 0 ? `${text}: ${pairs.join(', ')}` : [];
  });
  return `By ${METRICS[ranked].title}, the study's order ${parts.join('; ')}.`;
}
