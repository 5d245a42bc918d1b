import { intendedAtOf, isOfRun } from '../ledger/clientIds.js';
import { Latencies } from '../ledger/latencies.js';
import { TICK_MS } from '../wire/frameLibrary.js';

/** @typedef {import('./series.js').Traffic} Traffic */

/**
 * What the senders did and heard, second by second.
 * @param {Record<string, import('../ledger/ledger.js').SentMessage>} messages by clientId
 * @param {number} startAt ms since 1970 @param {number} seconds
 * @returns {Traffic[]} delivered and delivery are null: see addDeliveries
 */
export function senderTraffic(messages, startAt, seconds) {
  const rows = Array.from({ length: Math.ceil(seconds) }, () => ({
    sent: 0,
    acknowledged: 0,
    refused: 0,
    ack: new Latencies(),
  }));
  const rowAt = (/** @type {number} */ at) => rows[Math.floor((at - startAt) / 1000)];
  for (const [clientId, { sentAt, ackedAt, code }] of Object.entries(messages)) {
    const sending = rowAt(sentAt);
    if (sending) sending.sent++;
    if (sending && ackedAt === undefined && code !== undefined) sending.refused++;
    const answered = ackedAt === undefined ? undefined : rowAt(ackedAt);
    if (answered === undefined || ackedAt === undefined) continue;
    answered.acknowledged++;
    answered.ack.record(ackedAt - intendedAtOf(clientId));
  }
  return rows.map(({ ack, ...row }) => ({ ...row, delivered: null, ack: ack.summary(), delivery: null }));
}

/** @typedef {{delivered: number, delivery: Latencies}} Deliveries what arrived in one second */

/**
 * What arrived at raw receivers, second by second.
 * @param {import('../chat/crowd.js').Crowd} crowd @param {string} run
 * @param {number} startAt ms since 1970 @param {number} seconds
 * @returns {Deliveries[]}
 */
export function deliveriesBySecond(crowd, run, startAt, seconds) {
  const rows = Array.from({ length: Math.ceil(seconds) }, () => ({ delivered: 0, delivery: new Latencies() }));
  for (const { meaning, arrivals } of crowd.library.frames) {
    for (const { clientId } of meaning.messages ?? []) {
      if (!isOfRun(clientId, run)) continue;
      const intendedAt = intendedAtOf(clientId);
      for (const [tick, receivers] of arrivals) {
        const at = crowd.startedAt + tick * TICK_MS;
        const row = rows[Math.floor((at - startAt) / 1000)];
        if (!row) continue;
        row.delivered += receivers;
        row.delivery.record(at - intendedAt, receivers);
      }
    }
  }
  return rows;
}

/** @param {Traffic[]} traffic @param {Deliveries[]} deliveries @returns {Traffic[]} with what arrived in each second */
export function addDeliveries(traffic, deliveries) {
  return traffic.map((row, second) => ({
    ...row,
    delivered: deliveries[second].delivered,
    delivery: deliveries[second].delivery.summary(),
  }));
}
