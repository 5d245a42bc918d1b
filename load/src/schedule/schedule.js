/** @import { PhaseData } from '../job.js' */
/** @import { Share } from './shares.js' */

// The schedule approximates a changing rate by steps of this length.
const STEP_S = 0.02;

/**
 * @typedef {object} Phase
 * @property {number} from s
 * @property {number} to s
 * @property {[number, number]} rate messages/s of all senders, at the beginning and at the end
 *
 * @typedef {{seconds: number, phases: Phase[]}} Schedule plain data
 *
 * @typedef {object} PlannedMessage
 * @property {number} at s from the beginning
 * @property {number} sender index among the senders of this process
 * @property {number} number the message's number in its run, from 0
 */

/** @type {PhaseData[]} */
const ONE_RATE = [{ name: 'all', share: 1 }];

/**
 * @param {{rate: number, seconds: number, phases?: PhaseData[]}} load rate: messages/s of all users together
 * @returns {Schedule}
 */
export function scheduleOf({ rate: baseRate, seconds, phases = ONE_RATE }) {
  const shareSum = phases.reduce((sum, { share }) => sum + share, 0);
  let to = 0;
  return {
    seconds,
    phases: phases.map(({ share, rate: factor = 1 }) => {
      const from = to;
      to += (share / shareSum) * seconds;
      const [startFactor, endFactor] = Array.isArray(factor) ? factor : [factor, factor];
      return { from, to, rate: [startFactor * baseRate, endFactor * baseRate] };
    }),
  };
}

/**
 * Plans the messages that one process sends in an open loop. Message n of the run is sent by sender n mod senderCount.
 * @param {Schedule} schedule
 * @param {Share} share the process's
 * @returns {Generator<PlannedMessage>} in order of time
 */
export function* messagesOf({ phases }, { senderCount, senders }) {
  const indices = new Map(senders.map((sender, index) => [sender, index]));
  let number = 0;
  for (const at of timesOf(phases)) {
    const sender = indices.get(number % senderCount);
    if (sender !== undefined) yield { at, sender, number };
    number++;
  }
}

/** @param {Phase[]} phases @returns {Generator<number>} s; at a constant rate message n is due at n / rate */
function* timesOf(phases) {
  // The number of messages that are due so far may be fractional. The first one is due at once.
  let dueCount = 1;
  for (const { from, to, rate } of phases) {
    const [startRate, endRate] = rate;
    const steps = startRate === endRate ? 1 : Math.ceil((to - from) / STEP_S);
    const length = (to - from) / steps;
    for (let step = 0; step < steps; step++) {
      const rateNow = startRate + (endRate - startRate) * ((step + 0.5) / steps);
      if (rateNow === 0) continue;
      const dueBefore = dueCount;
      dueCount += rateNow * length;
      // A message that is due at the very end of a step belongs to the next step, whatever the rounding.
      for (let number = Math.max(1, Math.ceil(dueBefore - 1e-9)); number < dueCount - 1e-9; number++)
        yield from + length * step + Math.max(0, number - dueBefore) / rateNow;
    }
  }
}
