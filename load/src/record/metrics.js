import { formOf } from './kinds.js';

/** @typedef {import('./runRecord.js').RunRecord} RunRecord */

/**
 * What is read from a run: each by itself, since the median of one has nothing to do with the run that another's is of.
 * @typedef {object} Metric
 * @property {string} title with its unit
 * @property {'lower' | 'higher' | null} better null: neither is
 * @property {(record: RunRecord) => number | null | undefined} of
 */

/** @type {Record<string, Metric>} */
export const METRICS = {
  sent: { title: 'messages', better: null, of: ({ counts }) => counts.sent },
  acknowledgedPerSecond: {
    title: 'acknowledged in time, messages/s',
    better: 'higher',
    of: ({ counts }) => counts.acknowledgedPerSecond,
  },
  errorPercent: { title: 'error %', better: 'lower', of: ({ counts }) => counts.errorPercent },
  refused: {
    title: 'refused',
    better: 'lower',
    of: ({ kind, counts }) => (formOf(kind) === 'flood' ? null : counts.refused),
  },
  noAck: { title: 'no ack in 5 s', better: 'lower', of: ({ counts }) => counts.noAck },
  lost: { title: 'lost', better: 'lower', of: ({ counts }) => counts.lost },
  ackP50: { title: 'ack p50, ms', better: 'lower', of: percentileOf('ack', 'p50') },
  ackP95: { title: 'ack p95, ms', better: 'lower', of: percentileOf('ack', 'p95') },
  ackP99: { title: 'ack p99, ms', better: 'lower', of: percentileOf('ack', 'p99') },
  deliveryP50: { title: 'delivery p50, ms', better: 'lower', of: percentileOf('delivery', 'p50') },
  deliveryP95: { title: 'delivery p95, ms', better: 'lower', of: percentileOf('delivery', 'p95') },
  deliveryP99: { title: 'delivery p99, ms', better: 'lower', of: percentileOf('delivery', 'p99') },
  lateP95: { title: 'sent late p95, ms', better: null, of: ({ latencies }) => latencies.sendLateness?.p95 },
  deliveriesPerSecond: { title: 'deliveries/s', better: 'higher', of: ({ counts }) => counts.deliveriesPerSecond },
  messagesPerEvent: { title: 'messages an event', better: null, of: ({ counts }) => counts.messagesPerEvent },
  cpuUsEachDelivery: { title: 'server CPU, us a delivery', better: 'lower', of: cpuUsEachDelivery },
  joined: { title: 'joined', better: null, of: ({ counts }) => counts.joined },
  requestsPerSecond: { title: '2xx answers/s', better: 'higher', of: ({ counts }) => counts.requestsPerSecond },
  failedPercent: { title: 'without a 2xx, %', better: 'lower', of: failedPercent },
  requestP50: { title: 'request p50, ms', better: 'lower', of: ({ latencies }) => latencies.request?.p50 },
  requestP95: { title: 'request p95, ms', better: 'lower', of: ({ latencies }) => latencies.request?.p95 },
  requestP99: { title: 'request p99, ms', better: 'lower', of: ({ latencies }) => latencies.request?.p99 },
  kilobytesEach: {
    title: 'server memory, KB a connection',
    better: 'lower',
    of: ({ counts }) => counts.kilobytesEach,
  },
  joinsPerSecond: { title: 'joins/s', better: 'higher', of: ({ counts }) => counts.joinsPerSecond },
  serverMsEachJoin: { title: 'server CPU, ms a join', better: 'lower', of: ({ counts }) => counts.serverMsEachJoin },
  wireMegabytes: { title: 'MB on the wire, all joins', better: 'lower', of: ({ counts }) => counts.wireMegabytes },
  rightRunsPercent: { title: 'runs named right, %', better: 'higher', of: ({ counts }) => counts.rightRunsPercent },
  injected: { title: 'faults injected', better: null, of: ({ counts }) => counts.injected },
  named: { title: 'faults named', better: null, of: ({ counts }) => counts.named },
  serverCpuPercent: {
    title: 'server CPU, % of a core',
    better: 'lower',
    of: ({ server }) => percentOf(server.parts.server?.cpuCores),
  },
  serverMb: { title: 'server memory, MB', better: 'lower', of: ({ server }) => server.parts.server?.pssMb },
  databaseCpuPercent: {
    title: 'database CPU, % of a core',
    better: 'lower',
    of: (record) => percentOf(databaseOf(record)?.cpuCores),
  },
  databaseMb: { title: 'database memory, MB', better: 'lower', of: (record) => databaseOf(record)?.pssMb },
  cpuMsEach: { title: 'server CPU, ms each', better: 'lower', of: cpuMsEach },
  clientCpuPercent: {
    title: 'client CPU, % of a core',
    better: null,
    of: ({ client }) => percentOf(client.cpuCores),
  },
  clientLoopDelayP99: { title: 'client loop delay p99, ms', better: null, of: ({ client }) => client.loopDelayP99Ms },
  serverLoopLagMs: {
    title: 'highest loop lag of the server, ms',
    better: 'lower',
    of: ({ series }) => highest(series.map(({ serverLoopLagMs }) => serverLoopLagMs)),
  },
  workersBusy: {
    title: 'most workers busy',
    better: null,
    of: ({ series }) => highest(series.map(({ workersBusy }) => workersBusy)),
  },
};

/**
 * @param {string} name of latencies @param {'p50' | 'p95' | 'p99'} percentile
 * @returns {Metric['of']} null where nothing was measured
 */
function percentileOf(name, percentile) {
  return ({ latencies }) => (latencies[name]?.count === 0 ? null : latencies[name]?.[percentile]);
}

/** @param {RunRecord} record */
function databaseOf({ server: { parts } }) {
  return parts.mongo ?? parts.mariadb;
}

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

/** @param {number | undefined} cores */
const percentOf = (cores) => (cores === undefined ? undefined : cores * 100);

/** @param {Array<number | null>} values @returns {number | null} */
function highest(values) {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : Math.max(...known);
}
