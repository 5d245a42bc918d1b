import { intervalText, valueText } from '../charts/numbers.js';
import { minuteOf } from '../runRecord/minuteOf.js';
import { knownTarget } from '../targets/targets.js';
import { formOf, KINDS } from '../runRecord/kinds.js';
import { loadOf } from './cells.js';
import { OUTCOME_MARKS, outcomeOf } from '../runRecord/verdict.js';
import { faultsOf } from './sentence.js';

/**
 * @typedef {import('./cells.js').Cell} Cell
 *
 * @typedef {object} TableCell
 * @property {string} text
 * @property {string} [interval] the least and the greatest
 * @property {boolean} [bound] the client set it
 * @property {boolean} [failed]
 * @property {boolean} [warned]
 * @property {boolean} [words] which stand to the left; numbers to the right
 *
 * @typedef {object} Table
 * @property {string} caption @property {string[]} head @property {TableCell[][]} rows
 */

/** @type {Record<import('../runRecord/kinds.js').Form, Array<[string, string]>>} metric, head */
const COLUMNS = {
  chat: [
    ['acknowledgedPerSecond', 'acknowledged/s'],
    ['errorPercent', 'error %'],
    ['ackP95', 'ack p95 ms'],
    ['deliveryP95', 'delivery p95 ms'],
    ['serverCpuPercent', 'server CPU %'],
    ['serverMb', 'server MB'],
  ],
  flood: [
    ['requestsPerSecond', '2xx answers/s'],
    ['failedPercent', 'without a 2xx %'],
    ['timesBare', 'times bare node:http'],
    ['requestP95', 'p95 ms'],
    ['serverCpuPercent', 'server CPU %'],
    ['serverMb', 'server MB'],
  ],
  connections: [
    ['kilobytesEach', 'KB each'],
    ['timesNullKilobytes', 'times a null server’s'],
    ['joinsPerSecond', 'joins/s'],
    ['serverMsEachJoin', 'server CPU, ms a join'],
    ['wireMegabytes', 'MB on the wire'],
  ],
  faults: [
    ['rightRunsPercent', 'runs named right %'],
    ['injected', 'injected'],
    ['named', 'named'],
  ],
};

/** @param {Cell[]} cells of one kind @returns {Table} failures first, then the greatest load */
export function resultTable(cells) {
  const columns = COLUMNS[formOf(cells[0].kind)];
  const sorted = cells.toSorted(
    (one, other) =>
      Number(other.failures.length > 0) - Number(one.failures.length > 0) ||
      other.users - one.users ||
      cells.indexOf(one) - cells.indexOf(other),
  );
  return {
    caption: KINDS[cells[0].kind].caption,
    head: ['', 'target', 'load', 'runs', ...columns.map(([, head]) => head)],
    rows: sorted.map((cell) => [
      verdictOf(cell),
      words(cell.title),
      words(loadOf(cell)),
      { text: String(cell.runs.length) },
      ...columns.map(([metric]) => figure(cell, metric)),
    ]),
  };
}

/** @param {Cell} cell @returns {TableCell} */
function verdictOf(cell) {
  const outcome = outcomeOf(cell.runs);
  return { ...words(verdictText(cell)), failed: outcome === 'failed', warned: outcome === 'bound' };
}

/** @param {Cell} cell @returns {string} its outcome with the reasons */
export function verdictText(cell) {
  const outcome = outcomeOf(cell.runs);
  const reasons = { good: 'good', bound: `client-bound: ${cell.boundBy.join(', ')}`, failed: faultsOf(cell) };
  return `${OUTCOME_MARKS[outcome]} ${reasons[outcome]}`;
}

/** @param {Cell} cell @param {string} metric @returns {TableCell} */
function figure({ metrics, boundBy }, metric) {
  const spread = metrics[metric];
  if (!spread) return { text: '–' };
  const interval = intervalText(spread);
  return { text: valueText(spread.median), ...(interval && { interval }), bound: boundBy.length > 0 };
}

/** @param {string} text @returns {TableCell} */
const words = (text) => ({ text, words: true });

const SIDES = /** @type {const} */ ([
  ['node', 'Node.js'],
  ['laravel', 'Laravel'],
]);

/**
 * The two models beside one another on both sides, at the greatest load that each of a kind bore.
 * @param {Cell[]} cells of one kind
 * @returns {Table}
 */
export function modelsTable(cells) {
  const greatest = Math.max(...sharedUsers(cells));
  const columns = MODEL.filter(([metric]) => cells.some(({ metrics }) => metrics[metric]));
  const rows = SIDES.flatMap(([chat, side]) =>
    /** @type {const} */ (['event loop', 'workers']).flatMap((model) => {
      const own = cells.filter(
        (cell) => cell.users === greatest && modelOf(cell) === model && knownTarget(cell.target)?.chat === chat,
      );
      if (own.length === 0)
        return [[words(side), words(model), words('not measured'), ...columns.map(() => ({ text: '–' }))]];
      return own.map((cell) => [
        words(side),
        words(model),
        words(loadOf(cell)),
        ...columns.map(([metric]) => figure(cell, metric)),
      ]);
    }),
  );
  return {
    caption: `Event loops beside workers, ${greatest} users`,
    head: ['side', 'model', 'load', ...columns.map(([, head]) => head)],
    rows,
  };
}

/** @type {Array<[string, string]>} */
const MODEL = [
  ['ackP95', 'ack p95 ms'],
  ['requestP95', 'request p95 ms'],
  ['cpuMsEach', 'CPU ms each'],
  ['serverMb', 'MB'],
  ['serverLoopLagMs', 'highest loop lag ms'],
  ['workersBusy', 'most workers busy'],
];

/** @param {Cell} cell @returns {'event loop' | 'workers' | null} who takes what is sent; null: nobody says */
function modelOf({ target, kind }) {
  const known = knownTarget(target);
  if (!known) return null;
  const workers = formOf(kind) === 'flood' ? known.flood.shared === true : known.messages.send === 'post';
  return workers ? 'workers' : 'event loop';
}

/** @param {Cell[]} cells @returns {number[]} users that most targets had */
function sharedUsers(cells) {
  const levels = [...Map.groupBy(cells, ({ users }) => users)].map(([users, same]) => ({
    users,
    targets: new Set(same.map(({ target }) => target)).size,
  }));
  const most = Math.max(...levels.map(({ targets }) => targets));
  return levels.flatMap(({ users, targets }) => (targets === most ? [users] : []));
}

/** @type {Array<[string, string]>} count, head */
const LEDGER = [
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
];

/** @type {Array<[string, string]>} */
const FLOOD_LEDGER = [
  ['requests', '2xx'],
  ['empty', 'no answer'],
  ['otherCodes', 'other codes'],
  ['refused', 'refused'],
  ['reset', 'reset'],
  ['timeouts', 'timed out'],
  ['exceptions', 'other'],
  ['deaths', 'ab ended early'],
];

/** @type {Record<import('../runRecord/kinds.js').Form, {caption: string, columns: Array<[string, string]>}>} */
const LEDGERS = {
  chat: { caption: 'What became of the messages', columns: LEDGER },
  flood: { caption: 'What became of the requests', columns: FLOOD_LEDGER },
  connections: {
    caption: 'What became of the connections',
    columns: [
      ['joined', 'joined'],
      ['notJoined', 'did not join'],
      ['broken', 'broken'],
    ],
  },
  faults: {
    caption: 'What became of the faults',
    columns: [
      ['injected', 'injected'],
      ['named', 'named'],
      ['runs', 'runs'],
      ['wrongRuns', 'named otherwise'],
    ],
  },
};

// What has to be nought: all that is no count of what went well.
const WELL = new Set([
  ...['sent', 'acknowledged', 'stored', 'due', 'delivered', 'requests', 'joined', 'injected', 'named', 'runs'],
]);

/** @param {Cell[]} cells of one kind @returns {Table} what became of everything, runs of a load together */
export function ledgerTable(cells) {
  const { columns, caption } = LEDGERS[formOf(cells[0].kind)];
  return {
    caption,
    head: ['target', 'load', ...columns.map(([, head]) => head)],
    rows: cells.map((cell) => [
      words(cell.title),
      words(loadOf(cell)),
      ...columns.map(([name]) => {
        const counts = cell.runs.flatMap(({ counts: all }) => all[name] ?? []);
        const sum = counts.reduce((total, count) => total + count, 0);
        return { text: counts.length === 0 ? '–' : valueText(sum), failed: !WELL.has(name) && sum > 0 };
      }),
    ]),
  };
}

/** @param {Cell[]} cells @returns {Table} what each figure needs to be made again */
export function provenanceTable(cells) {
  const rows = [...Map.groupBy(cells, ({ kind, target }) => `${kind} ${target}`).values()].map((own) => {
    const runs = own.flatMap((cell) => cell.runs);
    const all = (/** @type {(run: import('../runRecord/runRecord.js').RunRecord) => string} */ of) =>
      words([...new Set(runs.map(of))].join(', '));
    const times = runs.map(({ startedAt }) => minuteOf(startedAt)).sort();
    return [
      words(own[0].title),
      words(own[0].kind),
      all(({ server }) => server.commit ?? 'not told'),
      all(({ client }) => client.commit),
      all(({ server }) => server.runtime ?? 'not told'),
      all(({ server }) => server.database ?? 'embedded store'),
      all(({ server }) => (server.fresh ? 'started for each run' : 'ran before')),
      all(({ server }) => (server.rateLimits === null ? 'not told' : server.rateLimits ? 'on' : 'off')),
      words([...new Set(runs.flatMap(machinesOf))].join(', ')),
      words(times[0] === times.at(-1) ? `${times[0]} UTC` : `${times[0]} to ${times.at(-1)} UTC`),
    ];
  });
  return {
    caption: 'What ran, where and when',
    head: [
      'target',
      'load',
      'server commit',
      'client commit',
      'runtime',
      'database',
      'server',
      'rate limits',
      'machine',
      'when',
    ],
    rows,
  };
}

/**
 * @param {import('../runRecord/runRecord.js').RunRecord} run
 * @returns {string[]} where it was made, and where its load came from
 */
const machinesOf = ({ client }) => [
  ...new Set([
    client.machine,
    ...(client.agents ?? []).map(({ name, machine }) => (machine === client.machine ? machine : `${name}: ${machine}`)),
  ]),
];

/** @param {Cell[]} cells @returns {string[]} one command a load, with its repetitions */
export function commandsOf(cells) {
  return [
    ...new Set(cells.map(({ runs }) => runs[0].command.replace(/--repetitions \d+/, `--repetitions ${runs.length}`))),
  ];
}

/** @param {Cell[]} cells @returns {string[]} what a reader has to know before comparing */
export function warningsOf(cells) {
  const runs = cells.flatMap((cell) => cell.runs);
  const machines = new Set(runs.map((run) => machinesOf(run).join(' and ')));
  const commits = new Set(runs.map(({ server }) => server.commit).filter((commit) => commit !== null));
  return [
    machines.size > 1 && `These runs are of ${machines.size} machines: compare only those of one.`,
    commits.size > 1 && `The servers are of ${commits.size} commits: ${[...commits].join(', ')}.`,
    ...cells.flatMap(mixedIn),
    ...new Set(
      runs.flatMap(({ notes = [], plan }) => notes.map((note) => `${plan.target}, ${plan.users} users: ${note}.`)),
    ),
  ].filter((warning) => typeof warning === 'string');
}

/**
 * What runs of one load have to share, or their median is of nothing.
 * @type {Array<[string, (run: import('../runRecord/runRecord.js').RunRecord) => unknown]>}
 */
const SHARED = [
  ['s', ({ plan, seconds }) => plan.seconds ?? Math.round(seconds)],
  ['database', ({ server }) => server.database ?? 'embedded store'],
  ['load hosts', ({ client }) => client.agents?.length ?? 1],
  ['rate limits', ({ server }) => server.rateLimits],
];

/** @param {Cell} cell @returns {string[]} */
function mixedIn(cell) {
  return SHARED.flatMap(([name, of]) => {
    const values = [...new Set(cell.runs.map(of))];
    return values.length > 1
      ? [`${cell.title} at ${loadOf(cell)}: runs of different kinds are put together (${name}: ${values.join(', ')}).`]
      : [];
  });
}
