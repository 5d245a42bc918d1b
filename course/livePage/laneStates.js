/**
 * What a loop or a worker did between two looks, as far as it can be seen from outside.
 * idle: nothing to do; busy: it computed; waiting: it has a request and neither computed nor took another; away: it has
 * ended.
 * @typedef {'idle' | 'busy' | 'waiting' | 'away'} LaneState
 *
 * @typedef {import('./threadTimes.js').ThreadTimes} ThreadTimes
 * @typedef {{share: number, ran: boolean} | null} Thread share of the time that it ran, or could have run had there
 *   been a processor; null: it has ended
 */

// What computes for half of the time between two looks keeps others waiting.
const BUSY_SHARE = 0.5;

/**
 * @param {ThreadTimes | null} before @param {ThreadTimes | null} after @param {number} ms between them
 * @returns {Thread}
 */
export function shareBetween(before, after, ms) {
  if (!after) return null;
  if (!before) return { share: 0, ran: true };
  const ns = after.ranNs - before.ranNs + after.waitedNs - before.waitedNs;
  return { share: ns / 1e6 / ms, ran: after.turns !== before.turns };
}

/**
 * A loop that has not run although a request came stands still: asleep, but not for its next event.
 * @param {Thread | undefined} thread undefined: on another machine, where all that is known is whether it answers
 * @param {number} oldestMs age of the oldest request that it has not answered @param {number} ms between the looks
 * @returns {LaneState}
 */
export function loopState(thread, oldestMs, ms) {
  if (thread === null) return 'away';
  if (thread && thread.share >= BUSY_SHARE) return 'busy';
  return !thread?.ran && oldestMs >= ms ? 'waiting' : 'idle';
}

/**
 * @param {Array<{thread: Thread, holds: boolean}>} workers holds: it is known to have a request
 * @param {number} taken requests of which it is not known who has them: the first that seem idle
 * @returns {LaneState[]}
 */
export function workerStates(workers, taken) {
  const states = workers.map(({ thread, holds }) => {
    if (!thread) return 'away';
    if (thread.share >= BUSY_SHARE) return 'busy';
    return holds ? 'waiting' : 'idle';
  });
  let missing = taken - states.filter((state) => state === 'busy' || state === 'waiting').length;
  return states.map((state) => (state === 'idle' && missing-- > 0 ? 'waiting' : state));
}
