import { intendedAtOf } from './clientIds.js';
import { Latencies } from './latencies.js';

/** @param {Record<string, import('./ledger.js').SentMessage>} messages @returns {Latencies} from the intended time to the send */
export function sendLateness(messages) {
  const lateness = new Latencies();
  for (const [clientId, { sentAt }] of Object.entries(messages))
    lateness.record(Math.max(0, sentAt - intendedAtOf(clientId)));
  return lateness;
}
