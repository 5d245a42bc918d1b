import { intendedAtOf } from './clientIds.js';
import { Latencies } from './latencies.js';

/** @import { LedgerRecord } from './ledger.js' */

/** @param {LedgerRecord['messages']} messages @returns {Latencies} times from intended time to send */
export function sendLateness(messages) {
  const lateness = new Latencies();
  for (const [clientId, { sentAt }] of Object.entries(messages))
    lateness.record(Math.max(0, sentAt - intendedAtOf(clientId)));
  return lateness;
}
