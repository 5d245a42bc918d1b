import { mean, median } from 'simple-statistics';
import { valueText } from '../record/numbers.js';
import { groupsOf } from '../report/cells.js';
import { markdownTable } from '../report/markdownTable.js';
import { commitText, listText } from '../report/sentences.js';
import { titleOf } from '../server/targets.js';

/**
 * @typedef {import('../record/runRecord.js').RunRecord} RunRecord
 * @typedef {import('./studies.js').Study} Study @typedef {import('./studies.js').StudyTable} StudyTable
 */

// Two servers nearer to each other than this have no order.
const APART = 1.1;
// Of so many runs one may be left out at either end.
const FEW = 3;
// How two servers stand to each other, here and in the study.
const SAME = 'repeats here';
const REVERSED = 'is the other way round here';
const CLOSE = 'is none, as the two are within 10 % here or in the study';
const UNSURE = 'is not decided here, as the load client limited the worse';

/**
 * @param {RunRecord} run @param {string} request
 * @returns {import('../ledger/latencies.js').LatencySummary | undefined} undefined: no answer
 */
function latencyOf({ latencies }, request) {
  const latency = latencies[request] ?? latencies.request;
  return latency?.count > 0 ? latency : undefined;
}

/**
 * @typedef {(run: RunRecord, request: string) => number | null | undefined} FigureOf
 * @type {Record<string, {title: string, better: 'lower' | 'higher', of: FigureOf}>}
 */
const COLUMNS = {
  mean: { title: 'mean ms', better: 'lower', of: (run, request) => latencyOf(run, request)?.mean },
  max: { title: 'max ms', better: 'lower', of: (run, request) => latencyOf(run, request)?.max },
  min: { title: 'min ms', better: 'lower', of: (run, request) => latencyOf(run, request)?.min },
  stdDev: { title: 'deviation ms', better: 'lower', of: (run, request) => latencyOf(run, request)?.stdDev },
  p50: { title: 'median ms', better: 'lower', of: (run, request) => latencyOf(run, request)?.p50 },
  requests: { title: 'requests', better: 'higher', of: (run, request) => latencyOf(run, request)?.count },
  errorPercent: {
    title: 'error %',
    better: 'lower',
    of: (run, request) => (100 * (run.counts[`failed ${request}`] ?? 0)) / (latencyOf(run, request)?.count || 1),
  },
  requestsPerSecond: { title: 'requests/s', better: 'higher', of: ({ counts }) => counts.requestsPerSecond },
  kilobytesPerSecond: { title: 'KB/s', better: 'higher', of: ({ counts }) => counts.kilobytesPerSecond },
};

/** @param {number[]} values @param {boolean} trimmed @returns {number | null} null: nothing was measured */
export function figureOf(values, trimmed) {
  if (values.length === 0) return null;
  if (!trimmed || values.length < 3) return median(values);
  return mean(values.toSorted((one, other) => one - other).slice(1, -1));
}

/**
 * @param {Study} study @param {RunRecord[]} records
 * @returns {string} Markdown: its tables, and what repeats
 * @throws {Error} where runs of a table differ in what a report never mixes
 */
export function studyMarkdown(study, records) {
  const commands = [...new Set(records.map(({ command }) => command))];
  const seconds = [...new Set(records.map(({ plan }) => `${plan.workload} ${plan.seconds} s`))];
  const machines = [...new Set(records.map(({ client }) => client.machine))];
  const commitsOf = (/** @type {Array<string | null>} */ commits) =>
    listText([...new Set(commits.flatMap((commit) => (commit === null ? [] : commitText(commit))))]);
  const clients = commitsOf(records.map(({ client }) => client.commit));
  const chats = commitsOf(records.map(({ server }) => server.commit));
  const fewest = Math.min(
    ...study.tables.map((table) => runsOf(records, table, Object.values(study.servers)[0]).length),
  );
  const bound = records.filter(({ client }) => client.bound).length;
  const tables = study.tables.map((table) => {
    const seen = seenIn(study, table, records);
    return { table, seen, orders: ordersOf(study, seen) };
  });
  return [
    `## ${study.title}`,
    '',
    study.paper,
    '',
    allOrdersText(
      study,
      tables.flatMap(({ orders }) => orders),
    ),
    '',
    ...study.reasons.flatMap((reason) => [reason, '']),
    ...tables.flatMap(({ table, seen, orders }) => [
      ...oneTable(study, table, seen, records),
      ordersText(study, orders),
      ...noCounterpart(study, table, records),
      '',
    ]),
    ...study.differences.map((difference) => `- ${difference}`),
    ...Object.entries(study.absent).map(([server, why]) => `- ${server} was not measured: ${why}`),
    ...(fewest < FEW ? ['- Fewer than three runs of a server: an order seen so seldom may be chance.'] : []),
    `- A run here lasts: ${seconds.join(', ')}.`,
    `- The load client set the figures of ${bound} of ${records.length} runs${bound > 0 ? ': they are slanted' : ''}.`,
    '',
    `${machines.join('; ')}. ${clients === chats ? 'Load client and chats' : `Chats of ${chats || 'unknown commits'}, load client`} of ${clients}.`,
    '',
    ...['```sh', ...commands, '```', ''],
  ].join('\n');
}

/** @param {RunRecord[]} records @param {StudyTable} table @param {string} target */
const runsOf = (records, { workload, users, request }, target) =>
  records.filter(
    ({ plan }) =>
      plan.target === target &&
      plan.workload === workload &&
      plan.users === users &&
      (plan.request === undefined || plan.request === request),
  );

/**
 * @typedef {(target: string, column: string) => number | null} CellOf
 * @typedef {{ours: CellOf, theirs: CellOf, isBound: (target: string) => boolean}} Seen the figures of a table;
 *   isBound: the load client set ours in one run at least
 * @param {Study} study @param {StudyTable} table @param {RunRecord[]} records
 * @returns {Seen}
 */
function seenIn(study, table, records) {
  const all = [...Object.values(study.servers), ...study.pair].flatMap((target) => runsOf(records, table, target));
  const groups = groupsOf(all).map(({ same }) => Object.values(same).filter(Boolean).join(', '));
  if (groups.length > 1) throw new Error(`${study.title}, ${table.title}: unlike runs (${groups.join('; ')}).`);
  return {
    ours: (target, column) =>
      figureOf(
        runsOf(records, table, target).flatMap((run) => COLUMNS[column].of(run, table.request) ?? []),
        study.trimmed,
      ),
    theirs: (target, column) => {
      const name = Object.keys(study.servers).find((server) => study.servers[server] === target);
      return name === undefined ? null : (table.study[name]?.[study.columns.indexOf(column)] ?? null);
    },
    isBound: (target) => runsOf(records, table, target).some(({ client }) => client.bound),
  };
}

/** @param {Study} study @param {StudyTable} table @param {Seen} seen @param {RunRecord[]} records */
function oneTable({ columns, servers, pair }, table, { ours, theirs, isBound }, records) {
  const rows = [...Object.values(servers), ...pair].map((target) => {
    const own = (/** @type {string} */ text) => (isBound(target) ? `*${text}*` : text);
    const cells = columns.flatMap((column) => [
      own(valueText(ours(target, column))),
      valueText(theirs(target, column)),
    ]);
    return [titleOf(target), String(runsOf(records, table, target).length), ...cells];
  });
  return [
    `**${table.title}**`,
    '',
    markdownTable(
      ['server', 'runs', ...columns.flatMap((column) => [COLUMNS[column].title, `study: ${COLUMNS[column].title}`])],
      rows,
    ),
    '',
  ];
}

/** @param {Study} study @param {StudyTable} table @param {RunRecord[]} records @returns {string[]} a line at most */
function noCounterpart({ pair }, table, records) {
  const none = pair.filter((target) => runsOf(records, table, target).length === 0).map(titleOf);
  return none.length > 0 ? [`${none.join(' and ')}: no counterpart.`] : [];
}

/**
 * @typedef {{pair: string, how: string}} Order of two servers of the study, the better one there first
 * @param {Study} study @param {Seen} seen
 * @returns {Order[]} whether each is the same here
 */
export function ordersOf({ ranked, servers }, { ours, theirs, isBound }) {
  const { better } = COLUMNS[ranked];
  const orderOf = (/** @type {number} */ one, /** @type {number} */ other) => {
    if (Math.max(one, other) < APART * Math.min(one, other)) return 0;
    return one < other === (better === 'lower') ? 1 : -1;
  };
  const targets = Object.values(servers);
  const pairs = targets.flatMap((one, place) => targets.slice(place + 1).map((other) => [one, other]));
  return pairs.flatMap(([one, other]) => {
    const figures = [theirs(one, ranked), theirs(other, ranked), ours(one, ranked), ours(other, ranked)];
    // A server that answered nothing has no place in an order.
    if (figures.some((figure) => !figure)) return [];
    const [studyOne, studyOther, ourOne, ourOther] = /** @type {number[]} */ (figures);
    const [study, here] = [orderOf(studyOne, studyOther), orderOf(ourOne, ourOther)];
    const [first, second] = study < 0 ? [other, one] : [one, other];
    const isOpen = study === 0 || here === 0;
    // A client that was too slow can only worsen a figure.
    const worse = here === 0 ? [one, other] : here > 0 ? [other] : [one];
    const mayBeBetter = worse.some(isBound);
    const how = mayBeBetter ? UNSURE : isOpen ? CLOSE : study === here ? SAME : REVERSED;
    return [{ how, pair: `${titleOf(first)} before ${titleOf(second)}` }];
  });
}

/** @param {Study} study @param {Order[]} orders of a table @returns {string} */
export function ordersText({ ranked }, orders) {
  if (orders.length === 0) return 'Of no two servers there are figures to compare.';
  const parts = [SAME, REVERSED, CLOSE, UNSURE].flatMap((how) => {
    const own = orders.filter((one) => one.how === how).map(({ pair }) => pair);
    return own.length > 0 ? `${how}: ${own.join(', ')}` : [];
  });
  return `By ${COLUMNS[ranked].title}, the study's order ${parts.join('; ')}.`;
}

/** @param {Study} study @param {Order[]} orders of all tables @returns {string} how many repeat */
function allOrdersText({ ranked }, orders) {
  const [same, reversed, close, unsure] = [SAME, REVERSED, CLOSE, UNSURE].map(
    (how) => orders.filter((order) => order.how === how).length,
  );
  const parts = [
    `${same} repeat here`,
    reversed > 0 && `${reversed} are the other way round`,
    close > 0 && `${close} are of servers within 10 % of each other, here or in the study`,
    unsure > 0 && `${unsure} are not decided, as the load client limited the worse`,
  ].filter((part) => part !== false);
  return `**Of ${orders.length} orders of two servers by ${COLUMNS[ranked].title}, ${listText(parts)}.**`;
}
