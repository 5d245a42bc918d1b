import { clientFacts, descriptorLimit } from '../runRecord/clientFacts.js';
import { Latencies } from '../ledger/latencies.js';
import { failedRequests } from '../runRecord/metrics.js';
import { verdict } from '../runRecord/verdict.js';

const CAUSES = /** @type {const} */ ([
  'empty',
  'otherCodes',
  'refused',
  'reset',
  'timeouts',
  'exceptions',
  'wrongLength',
]);

/**
 * What a server did at one concurrency, in turn with a bare one, as a run record.
 * @param {object} run
 * @param {string} run.command
 * @param {{target: string, users: number, codePath?: string}} run.plan
 * @param {import('../runRecord/serverFacts.js').MeasuredServer} run.server
 * @param {number} run.pid of the server
 * @param {number} run.startedAt ms since 1970
 * @param {import('../floods/ab.js').Flood[]} run.floods of the server, a turn each
 * @param {ReturnType<typeof import('./emptyTurns.js').compareTurns> & {ab: number, clientBound: boolean}} run.row
 */
export function emptyRecord({ command, plan, server, pid, startedAt, floods, row }) {
  const sum = (/** @type {(flood: import('../floods/ab.js').Flood) => number} */ of) =>
    floods.reduce((total, flood) => total + of(flood), 0);
  const seconds = sum((flood) => flood.seconds);
  const times = new Latencies();
  for (const flood of floods) times.add(flood.times);
  const deaths = floods.flatMap((flood) => flood.deaths);
  const counts = {
    requests: row.server.ok,
    requestsPerSecond: row.server.requestsPerSecond,
    ...Object.fromEntries(CAUSES.map((cause) => [cause, sum((flood) => flood[cause])])),
    deaths: deaths.length,
    bareRequestsPerSecond: row.baseline.requestsPerSecond,
    timesBare: row.ratio,
    timesBareLeast: row.ratioOfTurns.min,
    timesBareGreatest: row.ratioOfTurns.max,
    timesBareCpu: row.cpuRatio,
  };
  return {
    format: 'chat-load-run/1',
    kind: 'empty',
    command,
    startedAt: new Date(startedAt).toISOString(),
    seconds,
    plan: { ...plan, seconds: Math.round(seconds) },
    client: {
      ...{ name: 'ab', ...clientFacts(), processes: row.ab, cpuCores: row.server.abCores, rssMb: null },
      ...{ loopDelayP99Ms: null, bound: row.clientBound, boundBy: row.clientBound ? ['CPU'] : [] },
    },
    server: {
      ...{ ...server, descriptors: descriptorLimit(pid) },
      parts: { server: { cpuCores: row.server.cpuSeconds / seconds, rssMb: null, pssMb: null } },
    },
    counts,
    histograms: { request: times.toJSON() },
    latencies: { request: times.summary() },
    series: [],
    verdicts: [
      verdict('requests without a 2xx answer', failedRequests(counts)),
      verdict('ab processes that ended early', deaths.length),
    ],
    ...(deaths.length > 0 && { notes: deaths }),
  };
}
