import { Latencies } from '../../../load/src/ledger/latencies.js';

/** @typedef {() => Promise<number>} Ask one request: its status, 0 where the connection broke; it never rejects */
/**
 * @typedef {object} Asked what became of one request
 * @property {number} intendedAt when it was meant to go, ms since 1970
 * @property {number} sentAt when it went
 * @property {number | null} answeredAt null: not until nobody watched any longer
 * @property {number} status 0 without an answer
 */

/**
 * Latencies of requests. What had no answer when the watching ended counts as having waited until then: whoever counts
 * answers alone leaves out the worst.
 * @param {Asked[]} all @param {'intendedAt' | 'sentAt'} from where the clock starts @param {number} endAt ms
 * @returns {Latencies}
 */
export function latenciesOf(all, from, endAt) {
  const latencies = new Latencies();
  for (const one of all) latencies.record((one.answeredAt ?? endAt) - one[from]);
  return latencies;
}
