import { Latencies } from '../../../load/src/ledger/latencies.js';

/** @import { Asked } from '../../src/openLoop.js' */

/**
 * Collects the latencies of requests. A request without an answer counts with its wait until the end of the
 * measurement: counting only answers would leave out the worst waits.
 * @param {Asked[]} all
 * @param {'intendedAt' | 'sentAt'} from latencies begin at this time @param {number} endAt ms since 1970
 * @returns {Latencies}
 */
export function latenciesOf(all, from, endAt) {
  const latencies = new Latencies();
  for (const one of all) latencies.record((one.answeredAt ?? endAt) - one[from]);
  return latencies;
}
