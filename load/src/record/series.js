import { intendedAtOf } from '../ledger/clientIds.js';
import { Latencies } from '../ledger/latencies.js';
import { usage } from '../machine/usage.js';

/** @import { Sample } from '../machine/sampler.js' */
/** @import { SentMessage } from '../ledger/ledger.js' */

/**
 * @typedef {object} Second one second of a run; null: not counted
 * @property {number} second from 0
 * @property {number | null} sent
 * @property {number | null} acknowledged
 * @property {number | null} refused
 * @property {number | null} ackP95 ms, of the acks that came in this second
 * @property {number | null} deliveryP95
 * @property {Record<string, ReturnType<typeof usage>>} usage CPU and memory by part
 */

/**
 * Combines samples, messages and delivery latencies second by second.
 * @param {object} run
 * @param {number} run.startAt ms since 1970
 * @param {number} run.seconds
 * @param {string[]} run.parts names of sampled parts
 * @param {Sample[]} run.samples
 * @param {Record<string, SentMessage>} [run.messages] sent messages by clientId
 * @param {Latencies[]} [run.deliveries] delivery latencies of each second
 * @returns {Second[]}
 */
export function series({ startAt, seconds, parts, samples, messages, deliveries = [] }) {
  const rows = Array.from({ length: Math.ceil(seconds) }, () => ({ sent: 0, refused: 0, ack: new Latencies() }));
  const rowAt = (/** @type {number} */ time) => rows[Math.floor((time - startAt) / 1000)];
  for (const [clientId, { sentAt, ackedAt, code }] of Object.entries(messages ?? {})) {
    const sending = rowAt(sentAt);
    if (sending) sending.sent++;
    if (sending && ackedAt === undefined && code !== undefined) sending.refused++;
    if (ackedAt !== undefined) rowAt(ackedAt)?.ack.record(ackedAt - intendedAtOf(clientId));
  }
  return rows.map(({ sent, refused, ack }, second) => {
    const secondStart = startAt + second * 1000;
    return {
      second,
      ...(messages ? { sent, refused, acknowledged: ack.count } : { sent: null, refused: null, acknowledged: null }),
      ackP95: p95Of(ack),
      deliveryP95: p95Of(deliveries[second]),
      usage: Object.fromEntries(parts.map((part) => [part, usage(samples, part, secondStart, secondStart + 1000)])),
    };
  });
}

/** @param {Latencies} [latencies] */
const p95Of = (latencies) => (latencies && latencies.count > 0 ? latencies.percentile(95) : null);
