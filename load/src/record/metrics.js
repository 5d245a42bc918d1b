import { max, median, min } from 'simple-statistics';
import { knownTarget } from '../server/targets.js';
import { formOf } from './kinds.js';

/** @typedef {import('./runRecord.js').RunRecord} RunRecord */

/**
 * A figure of a run. Each has its own median over the repetitions, so two medians may come from different runs.
 * @typedef {object} Metric
 * @property {string} title with its unit
 * @property {'lower' | 'higher' | null} better null: neither is
 * @property {(record: RunRecord) => number | null | undefined} of
 */

/** @param {string} name @returns {Metric['of']} */
const count =
  (name) =>
  ({ counts }) =>
    counts[name];

/** @param {string} name of latencies @returns {Record<string, Metric>} its percentiles; null without samples */
const percentiles = (name) =>
  Object.fromEntries(
    /** @type {const} */ (['p50', 'p95', 'p99']).map((one) => [
      `${name}${one.toUpperCase()}`,
      {
        ...{ title: `${name} ${one}, ms`, better: 'lower' },
        of: ({ latencies }) => (latencies[name]?.count === 0 ? null : latencies[name]?.[one]),
      },
    ]),
  );

/** @param {string} title @param {Metric['better']} better @param {Metric['of']} of @returns {Metric} */
const metric = (title, better, of) => ({ title, better, of });

/** @type {Record<string, Metric>} */
export const METRICS = {
  acknowledgedPerSecond: metric('acknowledged in time, messages/s', 'higher', count('acknowledgedPerSecond')),
  errorPercent: metric('error %', 'lower', count('errorPercent')),
  ...percentiles('ack'),
  ...percentiles('delivery'),
  deliveriesPerSecond: metric('deliveries/s', 'higher', count('deliveriesPerSecond')),
  cpuUsEachDelivery: metric('server CPU, µs a delivery', 'lower', cpuUsEachDelivery),
  joined: metric('joined', null, count('joined')),
  requestsPerSecond: metric('2xx answers/s', 'higher', count('requestsPerSecond')),
  failedPercent: metric('without a 2xx, %', 'lower', failedPercent),
  ...percentiles('request'),
  kilobytesEach: metric('server memory, KB a connection', 'lower', count('kilobytesEach')),
  joinsPerSecond: metric('joins/s', 'higher', count('joinsPerSecond')),
  serverMsEachJoin: metric('server CPU, ms a join', 'lower', count('serverMsEachJoin')),
  wireMegabytes: metric('MB on the wire, all joins', 'lower', count('wireMegabytes')),
  rightRunsPercent: metric('runs named right, %', 'higher', count('rightRunsPercent')),
  injected: metric('faults injected', null, count('injected')),
  named: metric('faults named', null, count('named')),
  serverCpuPercent: metric('server CPU, % of a core', 'lower', ({ server }) => percentOf(server.parts.server)),
  serverMb: metric('server memory, MB', 'lower', ({ server }) => server.parts.server?.pssMb),
  databaseCpuPercent: metric('database CPU, % of a core', 'lower', ({ server, plan }) =>
    percentOf(server.parts[knownTarget(plan.target)?.database ?? '']),
  ),
  cpuMsEach: metric('server CPU, ms each', 'lower', cpuMsEach),
  clientCpuPercent: metric('client CPU, % of a core', null, ({ client }) => percentOf(client)),
};

/** @param {RunRecord} record @returns {number | null} CPU time that the server spends on a message, or on a request */
function cpuMsEach({ kind, server, seconds, counts }) {
  const done = formOf(kind) === 'flood' ? counts.requests : counts.acknowledged;
  return done && server.parts.server ? (server.parts.server.cpuCores * seconds * 1000) / done : null;
}

/** @param {RunRecord} record @returns {number | null} CPU time that the server spends on a message at one receiver */
function cpuUsEachDelivery({ server, counts }) {
  const { deliveriesPerSecond } = counts;
  return deliveriesPerSecond && server.parts.server ? (server.parts.server.cpuCores * 1e6) / deliveriesPerSecond : null;
}

/** @param {RunRecord} record @returns {number | null} of all requests */
function failedPercent({ kind, counts }) {
  if (formOf(kind) !== 'flood') return null;
  const { requests = 0 } = counts;
  const failed = failedRequests(counts);
  return requests === null || requests + failed === 0 ? null : (100 * failed) / (requests + failed);
}

const FAILED_REQUESTS = ['empty', 'otherCodes', 'refused', 'reset', 'timeouts', 'exceptions'];

/** @param {RunRecord['counts']} counts of a flood @returns {number} requests that got no 2xx */
export const failedRequests = (counts) => FAILED_REQUESTS.reduce((sum, name) => sum + (counts[name] ?? 0), 0);

/** @param {{cpuCores: number} | undefined} used */
const percentOf = (used) => used && used.cpuCores * 100;

/** @typedef {{median: number, least: number, greatest: number}} Spread of the repetitions */

/** @param {number[]} values at least one @returns {Spread} */
export const spreadOf = (values) => ({ median: median(values), least: min(values), greatest: max(values) });
