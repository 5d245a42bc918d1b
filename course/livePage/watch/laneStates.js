/**
 * What a loop or a worker does, as outside as anybody can see it.
 * idle: it has nothing to do; busy: it computes; waiting: it has something to do and neither computes nor turns to anything else; away: it has ended.
 * @typedef {'idle' | 'busy' | 'waiting' | 'away'} LaneState
 *
 * @typedef {object} Thread what one was seen to do between two looks
 * @property {number} share of the time that it ran, or could have run had there been a processor
 * @property {boolean} ran at all
 */

// What computes for half of the time between two looks keeps others waiting.
const BUSY_SHARE = 0.5;

/**
 * @param {import('../../../load/src/machine/threadTimes.js').ThreadTimes | null} before @param {import('../../../load/src/machine/threadTimes.js').ThreadTimes | null} after
 * @param {number} ms between them
 * @returns {Thread | null} null: it has ended
 */
export function threadBetween(before, after, ms) {
  if (!after) return null;
  if (!before) return { share: 0, ran: true };
  const ns = after.ranNs - before.ranNs + after.waitedNs - before.waitedNs;
  return { share: Math.min(1, Math.max(0, ns / 1e6 / ms)), ran: after.turns !== before.turns };
}

/**
 * An event loop that has not run since the last look although a request came in that time stands still: asleep, but not for its next event.
 * @param {Thread | null} thread @param {number} oldestMs age of the oldest request that it has not answered @param {number} ms between the looks
 * @returns {LaneState}
 */
export function loopState(thread, oldestMs, ms) {
  if (!thread) return 'away';
  if (thread.share >= BUSY_SHARE) return 'busy';
  return !thread.ran && oldestMs >= ms ? 'waiting' : 'idle';
}

/**
 * A loop on another machine: all that is known is whether it answers.
 * @param {number} oldestMs @param {number} ms @returns {LaneState}
 */
export const remoteLoopState = (oldestMs, ms) => (oldestMs >= ms ? 'waiting' : 'idle');

/**
 * @param {Array<{thread: Thread | null, holds: boolean}>} workers holds: it is known to have a request
 * @param {number | null} busy how many have a request, where somebody counts; where it is not known which, the first of those that seem idle have them
 * @returns {LaneState[]}
 */
export function workerStates(workers, busy) {
  const states = workers.map(({ thread, holds }) => {
    if (!thread) return 'away';
    if (thread.share >= BUSY_SHARE) return 'busy';
    return holds ? 'waiting' : 'idle';
  });
  let missing = (busy ?? 0) - states.filter((state) => state === 'busy' || state === 'waiting').length;
  return states.map((state) => (state === 'idle' && missing-- > 0 ? 'waiting' : state));
}
