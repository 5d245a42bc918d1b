/** @import { ThreadTimes } from './threadTimes.js' */

/**
 * How a loop or a worker spent the time between two looks, as seen from outside.
 * idle: it had nothing to do; busy: it computed; waiting: it had a request and neither computed nor took another; away:
 * it has ended.
 * @typedef {'idle' | 'busy' | 'waiting' | 'away'} LaneState
 *
 * @typedef {{share: number, ran: boolean} | null} Thread share: part of the time, 0 to 1, in which the thread ran or
 *   was ready to run; null: it has ended
 */

// A thread that computes for half of the time between two looks keeps others waiting.
const BUSY_SHARE = 0.5;

/**
 * @param {ThreadTimes | null} before @param {ThreadTimes | null} after @param {number} ms between them
 * @returns {Thread}
 */
export function shareBetween(before, after, ms) {
  if (!after) return null;
  if (!before) return { share: 0, ran: true };
  const ns = after.ranNs - before.ranNs + after.waitedNs - before.waitedNs;
  return { share: ns / 1e6 / ms, ran: after.timeslices !== before.timeslices };
}

/**
 * Tells a loop's state. A loop that has not run although a request came stands still: it sleeps in a blocking call.
 * @param {Thread} thread @param {number} oldestMs age of its oldest unanswered request @param {number} ms between looks
 * @returns {LaneState}
 */
export function loopState(thread, oldestMs, ms) {
  if (!thread) return 'away';
  if (thread.share >= BUSY_SHARE) return 'busy';
  return !thread.ran && oldestMs >= ms ? 'waiting' : 'idle';
}

/**
 * @param {Thread[]} workers
 * @param {number} taken number of requests that workers have; the first idle workers get those that no busy one has
 * @returns {LaneState[]}
 */
export function workerStates(workers, taken) {
  const states = workers.map((thread) => {
    if (!thread) return 'away';
    return thread.share >= BUSY_SHARE ? 'busy' : 'idle';
  });
  let missing = taken - states.filter((state) => state === 'busy').length;
  return states.map((state) => (state === 'idle' && missing-- > 0 ? 'waiting' : state));
}
