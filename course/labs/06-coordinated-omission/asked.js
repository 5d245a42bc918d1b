import { Latencies } from '../../../load/src/ledger/latencies.js';

/**
 * @typedef {'answered' | 'refused' | 'unanswered'} Outcome
 * @typedef {() => Promise<Outcome>} Ask makes a request; never rejects
 * @typedef {object} Asked one request and its answer
 * @property {number} intendedAt when the plan wanted to send it, ms since 1970
 * @property {number} sentAt when it was sent
 * @property {number | null} answeredAt null: no answer by the end of the measurement
 * @property {Outcome} outcome
 */

/**
 * Latencies of requests. A request without an answer counts with its wait until the end of the measurement: counting
 * only answers would leave out the worst waits.
 * @param {Asked[]} all @param {'intendedAt' | 'sentAt'} from where the clock starts @param {number} endAt ms
 * @returns {Latencies}
 */
export function latenciesOf(all, from, endAt) {
  const latencies = new Latencies();
  for (const one of all) latencies.record((one.answeredAt ?? endAt) - one[from]);
  return latencies;
}
