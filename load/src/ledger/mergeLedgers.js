import { Latencies } from './latencies.js';

/** @typedef {import('./ledger.js').LedgerRecord} LedgerRecord */

/**
 * Ledgers that several processes kept of one run, as one: what one process sent, another received.
 * @param {LedgerRecord[]} records at least one, all of one run, with distinct clientIds and receiver names
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
 * Where two processes saw one id with different clientIds, notes that of the second at each of its receivers.
 * @param {LedgerRecord} record changed
 * @param {Record<string, string>} clientIdsBefore by id, of the ledgers before it
 */
function noteOtherClientIds({ receivers, clientIds }, clientIdsBefore) {
  const foreign = new Set(
    Object.keys(clientIds).filter((id) => clientIdsBefore[id] !== undefined && clientIdsBefore[id] !== clientIds[id]),
  );
  if (foreign.size === 0) return;
  for (const { received, otherClientIds } of Object.values(receivers)) {
    received.forEach((id, place) => {
      if (foreign.has(String(id))) otherClientIds[place] ??= clientIds[id];
    });
  }
}
