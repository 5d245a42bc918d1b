import { usagesOf } from '../sampler/usage.js';
import { failedRequests } from './metrics.js';
import { runRecord } from './runRecord.js';
import { series } from './series.js';
import { verdict } from './verdict.js';

/**
 * The record of a run that made HTTP requests, whichever client made them.
 * @param {object} run
 * @param {'flood' | 'http'} run.kind
 * @param {import('../server/openServer.js').OpenServer} run.server
 * @param {string[]} run.serverParts those that the target names as its server for such a load
 * @param {{command: string, users: number, rate?: number, seconds: number, repetition?: number, workload?: string,
 *   request?: string, codePath?: string, warmUpSeconds?: number}} run.plan
 * @param {import('./runRecord.js').Used} run.client
 * @param {number} run.startAt ms since 1970 @param {number} run.taken s that it lasted
 * @param {Record<string, number>} run.counts @param {Record<string, number>} [run.errors] how often, by code
 * @param {Record<string, import('../ledger/latencies.js').LatencySummary>} run.latencies `request`: of all
 * @param {import('../sampler/sampler.js').Sample[]} run.samples
 * @param {Array<ReturnType<typeof verdict>>} [run.verdicts] further ones @param {string[]} [run.notes]
 */
export function requestRecord({ server, serverParts, plan, taken, counts, samples, ...seen }) {
  const { command, repetition = 1, ...asked } = plan;
  const parts = Object.keys(server.parts);
  const { startAt } = seen;
  return runRecord({
    ...{ ...seen, command, seconds: taken, plan: { target: server.name, ...asked, repetition } },
    server: { ...server.facts, parts: usagesOf(samples, { parts, serverParts, startAt, seconds: taken }) },
    counts: { ...counts, requestsPerSecond: taken > 0 ? counts.requests / taken : 0 },
    series: series({ startAt, seconds: taken, parts, samples }),
    verdicts: [
      verdict('requests without a 2xx answer', failedRequests(counts)),
      verdict('runs without an answer', counts.requests > 0 ? 0 : 1),
      ...(seen.verdicts ?? []),
    ],
  });
}
