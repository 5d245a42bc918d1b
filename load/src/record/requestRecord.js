import { clientFacts } from './clientFacts.js';
import { failedRequests } from './metrics.js';
import { series } from './series.js';
import { verdict } from './verdict.js';
import { usagesOf } from '../sampler/usage.js';

/**
 * The record of a run that made HTTP requests, whichever client made them.
 * @param {object} run
 * @param {'flood' | 'http'} run.kind
 * @param {import('../server/openServer.js').OpenServer} run.server @param {string} run.url that was asked
 * @param {string[]} run.serverParts those that the target names as its server for such a load
 * @param {{command: string, users: number, rate?: number, seconds: number, repetition?: number, workload?: string,
 *   request?: string, codePath?: string}} run.plan
 * @param {{name: 'ab' | 'wrk' | 'http', processes: number, cpuCores: number, rssMb?: number | null,
 *   loopDelayP99Ms?: number, boundBy: string[]}} run.client
 * @param {number} run.startAt ms since 1970 @param {number} run.taken s that it lasted
 * @param {Record<string, number>} run.counts @param {Record<string, number>} [run.errors] how often, by code
 * @param {Record<string, import('../ledger/latencies.js').LatencySummary>} run.latencies `request`: of all
 * @param {Record<string, string>} [run.histograms]
 * @param {import('../sampler/sampler.js').Samples} run.samples
 * @param {Array<{at: number, p99Ms: number}>} [run.loopDelays]
 * @param {Array<ReturnType<typeof verdict>>} [run.verdicts] further ones @param {string[]} [run.notes]
 */
export function requestRecord({
  kind,
  server,
  url,
  serverParts,
  plan: { command, repetition = 1, ...plan },
  client: { boundBy, ...client },
  startAt,
  taken,
  counts,
  errors = {},
  latencies,
  histograms = {},
  samples,
  loopDelays,
  verdicts = [],
  notes = [],
}) {
  const parts = Object.keys(server.parts);
  return {
    format: 'chat-load-run/1',
    kind,
    command,
    startedAt: new Date(startAt).toISOString(),
    seconds: taken,
    plan: { target: server.name, ...plan, repetition },
    client: {
      ...{ rssMb: null, loopDelayP99Ms: null, ...client, ...clientFacts() },
      ...{ bound: boundBy.length > 0, boundBy },
    },
    server: {
      ...{ ...server.facts, url },
      parts: usagesOf(samples.samples, { parts, serverParts, startAt, seconds: taken }),
    },
    counts: { ...counts, requestsPerSecond: taken > 0 ? counts.requests / taken : 0 },
    errors,
    histograms,
    latencies,
    series: series({ startAt, seconds: taken, parts, samples, loopDelays }),
    verdicts: [
      verdict('requests without a 2xx answer', failedRequests(counts)),
      verdict('runs without an answer', counts.requests > 0 ? 0 : 1),
      ...verdicts,
    ],
    notes,
  };
}
