import { max, median, min } from 'simple-statistics';
import { knownTarget } from '../server/targets.js';
import { formOf } from './kinds.js';
import { valueText } from './numbers.js';

/** @import { RunRecord } from './runRecord.js' */
/** @import { Form } from './kinds.js' */

/**
 * A figure of a run. Each metric has its own median over the repetitions, so two medians may come from different runs.
 * @typedef {object} Metric
 * @property {Form[]} forms forms whose tables show the metric
 * @property {string} head the column's head in the terminal
 * @property {string} title name and unit
 * @property {'lower' | 'higher' | null} better null: neither is better
 * @property {(record: RunRecord, request?: string) => number | null | undefined} of reads the figure from a record;
 *   request: the one that a study asks for, if the run makes several
 */

// A p99 of fewer messages or requests rests on fewer than ten of them.
const FEWEST_OF_P99 = 1000;
// Below this rate a server's CPU use is mostly that of an idle process.
const IDLE_DELIVERIES_PER_SECOND = 1000;

/**
 * @type {(...is: [Metric['forms'], string, string, Metric['better'], Metric['of']?]) =>
 *   Omit<Metric, 'of'> & Partial<Metric>}
 */
const metric = (forms, head, title, better, of) => ({ forms, head, title, better, of });

/** @param {string} name of latencies @param {'count' | 'mean' | 'min' | 'max' | 'stdDev' | 'p50' | 'p95' | 'p99'} figure */
const latency =
  (name, figure) =>
  (/** @type {RunRecord} */ { latencies }, request = name) => {
    const summary = latencies[request] ?? latencies[name];
    return summary?.count === 0 ? null : summary?.[figure];
  };

/** @type {Metric['forms']} */
const CHATS = ['chat', 'capacity'];
/** @type {Metric['forms']} */
const LOADS = [...CHATS, 'http'];

const ALL = {
  usersBorne: metric(['capacity'], 'users borne', 'users borne', 'higher'),
  acknowledgedPerSecond: metric(['chat'], 'acks/s', 'acknowledged in time, messages/s', 'higher'),
  errorPercent: metric(CHATS, 'error %', 'error %', 'lower'),
  ackP50: metric(['chat'], 'ack p50', 'ack p50, ms', 'lower', latency('ack', 'p50')),
  ackP95: metric(CHATS, 'ack p95', 'ack p95, ms', 'lower', latency('ack', 'p95')),
  ackP99: metric(['chat'], 'ack p99', 'ack p99, ms', 'lower', latency('ack', 'p99')),
  deliveryP50: metric(['chat'], 'delivery p50', 'delivery p50, ms', 'lower', latency('delivery', 'p50')),
  deliveryP95: metric(CHATS, 'delivery p95', 'delivery p95, ms', 'lower', latency('delivery', 'p95')),
  deliveryP99: metric(['chat'], 'delivery p99', 'delivery p99, ms', 'lower', latency('delivery', 'p99')),
  deliveriesPerSecond: metric(CHATS, 'deliveries/s', 'deliveries/s', 'higher'),
  cpuUsEachDelivery: metric(['chat'], 'CPU us each', 'server CPU, µs a delivery', 'lower', cpuUsEachDelivery),
  requestsPerSecond: metric(['http'], '2xx answers/s', '2xx answers/s', 'higher'),
  failedPercent: metric(['http'], 'failed %', 'without a 2xx, %', 'lower', failedPercent),
  requestP50: metric(['http'], 'p50', 'request p50, ms', 'lower', latency('request', 'p50')),
  requestP95: metric(['http'], 'p95', 'request p95, ms', 'lower', latency('request', 'p95')),
  requestP99: metric(['http'], 'p99', 'request p99, ms', 'lower', latency('request', 'p99')),
  requestMean: metric([], '', 'request mean, ms', 'lower', latency('request', 'mean')),
  requestMin: metric([], '', 'request min, ms', 'lower', latency('request', 'min')),
  requestMax: metric([], '', 'request max, ms', 'lower', latency('request', 'max')),
  requestStdDev: metric([], '', 'request deviation, ms', 'lower', latency('request', 'stdDev')),
  answers: metric([], '', 'answers', 'higher', latency('request', 'count')),
  kilobytesPerSecond: metric([], '', 'KB/s', 'higher'),
  kilobytesEach: metric(['connections'], 'KB each', 'server memory, KB a connection', 'lower'),
  joinsPerSecond: metric(['connections'], 'joins/s', 'joins/s', 'higher'),
  serverMsEachJoin: metric(['connections'], 'CPU ms a join', 'server CPU, ms a join', 'lower'),
  wireMegabytes: metric(['connections'], 'MB on the wire', 'MB on the wire, all joins', 'lower'),
  rightRunsPercent: metric(['faults'], 'runs named right %', 'runs named right, %', 'higher'),
  injected: metric(['faults'], 'injected', 'faults injected', null),
  named: metric(['faults'], 'named', 'faults named', null),
  serverCpuPercent: metric(LOADS, 'server CPU %', 'server CPU, % of a core', 'lower', serverCpuPercent),
  serverMb: metric(LOADS, 'MB', 'server memory, MB', 'lower', ({ server }) => server.parts.server?.pssMb),
  databaseCpuPercent: metric(CHATS, 'database CPU %', 'database CPU, % of a core', 'lower', databaseCpuPercent),
  cpuMsEach: metric([], '', 'server CPU, ms each', 'lower', cpuMsEach),
  clientCpuPercent: metric(LOADS, 'client CPU %', 'client CPU, % of a core', null, ({ client }) => percentOf(client)),
};

/**
 * All metrics, in the order of their columns. A metric above without a function reads the count of the same name.
 * @type {Record<string, Metric>}
 */
export const METRICS = Object.fromEntries(
  Object.entries(ALL).map(([name, one]) => [name, { ...one, of: one.of ?? (({ counts }) => counts[name]) }]),
);

/** @param {Form} form @returns {string[]} names of the metrics that its tables show */
export const columnsOf = (form) => Object.keys(METRICS).filter((name) => METRICS[name].forms.includes(form));

/** @param {RunRecord} run @returns {boolean} whether the run has enough messages or requests for a p99 */
const carriesP99 = ({ latencies: { ack, request } }) => (ack ?? request)?.count >= FEWEST_OF_P99;

/** @param {string} name a metric's @param {RunRecord} run @returns {number | null | undefined} the figure in tables */
export const shownFigure = (name, run) => (/P99$/.test(name) && !carriesP99(run) ? null : METRICS[name].of(run));

/**
 * @param {string} name a metric's @param {number | null | undefined} value
 * @param {string} client the load client that measured it: ab measures whole milliseconds
 * @returns {string}
 */
export function figureText(name, value, client) {
  if (client !== 'ab' || !value || !METRICS[name].title.endsWith(', ms')) return valueText(value);
  return value < 1 ? '<1' : valueText(Math.round(value));
}

/** @param {RunRecord} record @returns {number | undefined} undefined: nobody saw its processes */
function serverCpuPercent({ server }) {
  return percentOf(server.parts.server);
}

/** @param {RunRecord} record @returns {number | undefined} undefined: the target has no database server */
function databaseCpuPercent({ plan, server: { parts } }) {
  return percentOf(parts[knownTarget(plan.target)?.database ?? '']);
}

/** @param {RunRecord} record @returns {number | null} the server's CPU time in ms for a message or a request */
function cpuMsEach({ kind, server, seconds, counts }) {
  const units = formOf(kind) === 'http' ? counts.requests : counts.acknowledged;
  return units && server.parts.server ? (server.parts.server.cpuCores * seconds * 1000) / units : null;
}

/** @param {RunRecord} record @returns {number | null} the server's CPU time in us for one delivery */
function cpuUsEachDelivery({ server, counts: { deliveriesPerSecond } }) {
  if (!server.parts.server || !deliveriesPerSecond || deliveriesPerSecond <= IDLE_DELIVERIES_PER_SECOND) return null;
  return (server.parts.server.cpuCores * 1e6) / deliveriesPerSecond;
}

/** @param {RunRecord} record @param {string} [request] @returns {number | null} of all requests, or those so named */
function failedPercent({ kind, counts, latencies }, request = '') {
  if (formOf(kind) !== 'http') return null;
  const requestLatency = latencies[request];
  const failures = requestLatency ? (counts[`failed ${request}`] ?? 0) : failedRequests(counts);
  // Records of ab and wrk, and the kept ones of HTTP, lack the count of attempts.
  const attempts = requestLatency
    ? (counts[`attempts ${request}`] ?? requestLatency.count)
    : (counts.attempts ?? (counts.requests ?? 0) + failures);
  return attempts ? (100 * failures) / attempts : null;
}

/** Counts of requests without a 2xx, and their column heads. */
export const FAILED_REQUESTS = {
  refused: 'refused',
  empty: 'no answer',
  otherCodes: 'other codes',
  reset: 'reset',
  timeouts: 'timed out',
  exceptions: 'other',
};

/** @param {RunRecord['counts']} counts @returns {number} number of HTTP requests without a 2xx */
export const failedRequests = (counts) =>
  Object.keys(FAILED_REQUESTS).reduce((sum, name) => sum + (counts[name] ?? 0), 0);

/** @param {{cpuCores: number} | undefined} use */
const percentOf = (use) => use && use.cpuCores * 100;

/** @typedef {{median: number, least: number, greatest: number}} Spread a metric's values over the repetitions */

/** @param {number[]} values at least one @returns {Spread} */
export const spreadOf = (values) => ({ median: median(values), least: min(values), greatest: max(values) });
