import { usage } from '../sampler/usage.js';

/**
 * @typedef {object} Second what happened in one second of a run; null: nobody counted it
 * @property {number} second from 0
 * @property {number | null} sent @property {number | null} acknowledged @property {number | null} refused
 * @property {number | null} delivered
 * @property {import('../ledger/latencies.js').LatencySummary | null} ack of the acks that came in it
 * @property {import('../ledger/latencies.js').LatencySummary | null} delivery
 * @property {Record<string, ReturnType<typeof usage>>} usage
 * @property {number | null} connections @property {number | null} workersBusy
 * @property {number | null} serverLoopLagMs @property {number | null} clientLoopDelayMs
 *
 * @typedef {Pick<Second, 'sent' | 'acknowledged' | 'refused' | 'delivered' | 'ack' | 'delivery'>} Traffic
 */

/** @type {Traffic} */
const UNCOUNTED = { sent: null, acknowledged: null, refused: null, delivered: null, ack: null, delivery: null };

/**
 * Puts what several watched together, second by second.
 * @param {object} seen
 * @param {number} seen.startAt ms since 1970 @param {number} seen.seconds
 * @param {string[]} seen.parts names of sampled parts
 * @param {import('../sampler/sampler.js').Samples} seen.samples
 * @param {Traffic[]} [seen.traffic] a second each
 * @param {Array<{at: number, p99Ms: number}>} [seen.loopDelays] of the client, at the end of each second
 * @returns {Second[]}
 */
export function series({ startAt, seconds, parts, samples: { samples, gauges }, traffic = [], loopDelays = [] }) {
  return Array.from({ length: Math.ceil(seconds) }, (_, second) => {
    const from = startAt + second * 1000;
    const to = from + 1000;
    const gauge = gauges.find(({ at }) => at >= from && at < to);
    const delay = loopDelays.find(({ at }) => at >= from && at < to);
    return {
      second,
      ...(traffic[second] ?? UNCOUNTED),
      usage: Object.fromEntries(parts.map((part) => [part, usage(samples, part, from, to)])),
      connections: gauge?.connections ?? null,
      serverLoopLagMs: gauge?.loopLagSeconds == null ? null : gauge.loopLagSeconds * 1000,
      clientLoopDelayMs: delay?.p99Ms ?? null,
      workersBusy: gauge?.workersBusy ?? null,
    };
  });
}
