import { intendedAtOf, isOfRun } from '../ledger/clientIds.js';
import { Latencies } from '../ledger/latencies.js';
import { TICK_MS } from '../wire/frameLibrary.js';

/** @import { Crowd } from './crowd.js' */
/** @import { Ledger } from '../ledger/ledger.js' */

/**
 * Writes what a crowd received into a ledger. One receiver represents all those that received the same frames in the
 * same order, so the audit of a clean run costs as much for a thousand receivers as for one.
 * @param {Crowd} crowd
 * @param {Ledger} ledger the senders'
 * @param {number} endedAt ms since 1970: when the crowd stopped listening
 * @returns {Map<string, number>} how many receivers each receiver of the ledger represents, by name
 */
export function fillLedger(crowd, ledger, endedAt) {
  const groups = Map.groupBy(crowd.members, ({ leftAt, sequence }) => `${leftAt}:${sequence.join()}`);
  /** @type {Map<string, number>} */
  const weights = new Map();
  for (const group of groups.values()) {
    const [{ name, leftAt, sequence }] = group;
    // The group was complete when its last member had joined.
    ledger.joined(name, Math.max(...group.map(({ joinedAt }) => joinedAt)));
    for (const index of sequence) ledger.received(name, crowd.library.frames[index].meaning.messages);
    ledger.left(name, leftAt ?? endedAt);
    weights.set(name, group.length);
  }
  ledger.delivery = deliveryLatencies(crowd, ledger.run);
  return weights;
}

/** @param {Crowd} crowd @param {string} run @returns {Latencies} latencies of all deliveries of the run's messages */
export function deliveryLatencies(crowd, run) {
  const latencies = new Latencies();
  forEachArrival(crowd, run, (_at, ms, receivers) => latencies.record(ms, receivers));
  return latencies;
}

/**
 * @param {Crowd} crowd
 * @param {string} run
 * @param {number} startAt ms since 1970
 * @param {number} seconds
 * @returns {Latencies[]} delivery latencies, a histogram for each second
 */
export function deliveriesBySecond(crowd, run, startAt, seconds) {
  const rows = Array.from({ length: Math.ceil(seconds) }, () => new Latencies());
  forEachArrival(crowd, run, (at, ms, receivers) => rows[Math.floor((at - startAt) / 1000)]?.record(ms, receivers));
  return rows;
}

/**
 * @param {Crowd} crowd
 * @param {string} run
 * @param {(at: number, ms: number, receivers: number) => void} visit at: ms since 1970; ms: since the intended time;
 *   receivers: how many received the message at that time
 */
function forEachArrival({ library, startedAt }, run, visit) {
  for (const { meaning, arrivals } of library.frames) {
    for (const { clientId } of meaning.messages ?? []) {
      if (!isOfRun(clientId, run)) continue;
      const intendedAt = intendedAtOf(clientId);
      for (const [tick, receivers] of arrivals) {
        const at = startedAt + tick * TICK_MS;
        visit(at, at - intendedAt, receivers);
      }
    }
  }
}
