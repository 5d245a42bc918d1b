// A rate that changes is taken as constant for so long.
const STEP_S = 0.02;

/**
 * @typedef {number | [number, number]} Level a number, or [at the beginning, at the end]
 * @typedef {{name: string, share: number, rate?: Level}} PhaseData
 *
 * @typedef {object} Phase
 * @property {number} from s @property {number} to s
 * @property {[number, number]} rate messages/s of all, at its beginning and end
 *
 * @typedef {{seconds: number, phases: Phase[]}} Schedule of a load, as plain data
 *
 * @typedef {object} Planned a message that is to be sent
 * @property {number} at s from the beginning
 * @property {number} sender its place among those who send
 * @property {number} [number] its own, where others send of the same run; else messages are counted
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
    phases: phases.map(({ share, rate: times = 1 }) => {
      const from = to;
      to += (share / shareSum) * seconds;
      const [startLevel, endLevel] = Array.isArray(times) ? times : [times, times];
      return { from, to, rate: [startLevel * baseRate, endLevel * baseRate] };
    }),
  };
}

/**
 * One process's share of the messages of an open loop. Turn n mod senders sends message n.
 * @param {Schedule} schedule @param {import('./turns.js').Share} share
 * @returns {Generator<Planned & {number: number}>} in order of time; sender: the place of its turn in the share
 */
export function* messagesOf({ phases }, { senders, turns }) {
  const places = new Map(turns.map((turn, place) => [turn, place]));
  let number = 0;
  for (const at of timesOf(phases)) {
    const sender = places.get(number % senders);
    if (sender !== undefined) yield { at, sender, number };
    number++;
  }
}

/** @param {Phase[]} phases @returns {Generator<number>} s; at a constant rate message n is due at n / rate */
function* timesOf(phases) {
  // How much of the next message has come due; the first is due at once.
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
      // A hair less: what is due at the very end belongs to what comes after.
      for (let number = Math.max(1, Math.ceil(dueBefore - 1e-9)); number < dueCount - 1e-9; number++)
        yield from + length * step + Math.max(0, number - dueBefore) / rateNow;
    }
  }
}
