import { findCapacity } from '../capacitySearch/findCapacity.js';
import { OtherWork } from '../machine/otherWork.js';
import { spreadOf } from '../runRecord/spread.js';
import { runFanout } from './fanout.js';

// What a reader still takes for "at once".
export const P95_MS = 100;
// No rate above it is tried, and rates that lie closer than this are not told apart.
const MOST_RATE = 50_000;
const PRECISION = 0.2;
const CONFIRM = 2;

/**
 * The greatest rate at which a server has 95 of 100 deliveries at their receivers within the objective, and none lost
 * or doubled.
 * @typedef {object} AtObjective
 * @property {number | null} rate messages/s, null: at none that was tried
 * @property {number | null} least at which all runs of a confirmation passed
 * @property {number | null} greatest at which none did; null: every rate passed
 * @property {boolean} clientLimited above it the load client was full, so the server may bear more
 * @property {number | null} deliveriesPerSecond at that rate
 * @property {number} otherCores that other work kept busy meanwhile: above some tenths the rates are of that as well
 * @property {number} from messages/s, the first rate that was tried
 * @property {number | null} cpuMicroseconds of the server for each delivery at that first rate, which has no queues in
 *   it; null: no process of this machine
 */

/**
 * @param {object} plan
 * @param {import('./wire/meaning.js').Target} plan.target
 * @param {import('./wire/meaning.js').Session[]} plan.sessions
 * @param {number[]} plan.pids
 * @param {import('../run/loadClient.js').SendWith} [plan.sendWith]
 * @param {boolean} [plan.ordered] whether messages out of order count
 * @param {number} plan.from messages/s, the first rate @param {number} plan.seconds of each run
 * @param {(line: string) => void} plan.say
 * @returns {Promise<AtObjective>}
 */
export async function atObjective({ target, sessions, pids, sendWith, ordered = true, from, seconds, say }) {
  /** @type {number[]} */
  const cpu = [];
  const others = new OtherWork(pids);
  const { level, least, greatest, clientLimited } = await findCapacity(
    async (rate) => {
      const run = await runFanout({ target, sessions, rate, seconds, pids, sendWith });
      const outcome = outcomeOf(run, ordered);
      if (rate === from && run.server) cpu.push((run.server.cpuCores / run.deliveriesPerSecond) * 1e6);
      say(`${target.name}: ${rate} messages/s, p95 ${run.audit.delivery.p95.toFixed(0)} ms, ${outcome} ...`);
      return outcome;
    },
    { from, most: MOST_RATE, precision: PRECISION, confirm: CONFIRM },
  );
  const deliveriesPerSecond = level === null ? null : level * sessions.length;
  const cpuMicroseconds = cpu.length === 0 ? null : spreadOf(cpu).median;
  return {
    rate: level,
    least,
    greatest,
    clientLimited,
    deliveriesPerSecond,
    otherCores: others.stop(),
    from,
    cpuMicroseconds,
  };
}

/**
 * @param {Pick<import('./fanout.js').FanoutResult, 'audit' | 'ends' | 'client' | 'notJoined'>} run
 * @param {boolean} ordered
 * @returns {import('../capacitySearch/findCapacity.js').Outcome}
 */
export function outcomeOf({ audit, ends, client, notJoined }, ordered) {
  const { lost, duplicated, outOfOrder, altered, errors, acked, sent } = audit;
  const missing = notJoined + ends.length + (sent - acked);
  const wrong = lost + duplicated + altered + (ordered ? outOfOrder : 0) + missing;
  const good = wrong === 0 && Object.keys(errors).length === 0 && audit.delivery.count > 0;
  if (good && audit.delivery.p95 <= P95_MS) return 'passed';
  return client.bound ? 'full' : 'failed';
}
