import { Latencies } from './latencies.js';

/** @import { LedgerRecord } from './ledger.js' */

/**
 * Merges the ledgers that several processes kept of one run. Receivers of one process get messages of the others.
 * @param {LedgerRecord[]} records at least one; their clientIds and receiver names are distinct
 * @returns {LedgerRecord}
 */
export function mergeLedgers(records) {
  const [firstRecord] = records;
  const merged = {
    run: firstRecord.run,
    messages: {},
    receivers: {},
    /** @type {Record<string, string>} */
    clientIds: {},
    /** @type {Record<string, number>} */
    errors: {},
  };
  const ack = new Latencies();
  const delivery = new Latencies();
  for (const record of records) {
    Object.assign(merged.messages, record.messages);
    noteOtherClientIds(record, merged.clientIds);
    Object.assign(merged.receivers, record.receivers);
    merged.clientIds = { ...record.clientIds, ...merged.clientIds };
    for (const [code, times] of Object.entries(record.errors)) merged.errors[code] = (merged.errors[code] ?? 0) + times;
    ack.add(Latencies.fromJSON(record.ack));
    delivery.add(Latencies.fromJSON(record.delivery));
  }
  return { ...merged, ack: ack.toJSON(), delivery: delivery.toJSON() };
}

/**
 * If two processes saw one id with different clientIds, each receiver of the second keeps the clientId that it saw.
 * @param {LedgerRecord} record its receivers change
 * @param {Record<string, string>} clientIdsBefore clientIds by message id, of the ledgers before this one
 */
function noteOtherClientIds({ receivers, clientIds }, clientIdsBefore) {
  const conflictingIds = new Set(
    Object.keys(clientIds).filter((id) => clientIdsBefore[id] !== undefined && clientIdsBefore[id] !== clientIds[id]),
  );
  if (conflictingIds.size === 0) return;
  for (const { received, otherClientIds } of Object.values(receivers)) {
    received.forEach((id, index) => {
      if (conflictingIds.has(String(id))) otherClientIds[index] ??= clientIds[id];
    });
  }
}
