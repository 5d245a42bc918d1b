// A rate that changes is taken as constant for so long.
const STEP_S = 0.02;

/**
 * @typedef {number | [number, number]} Level a number, or [at the beginning, at the end]
 * @typedef {{name: string, share: number, rate?: Level, reconnect?: number}} PhaseData
 * @typedef {{phases: PhaseData[], slowReceivers?: {users: number, bytesPerSecond: number}}} Shape of a workload
 *
 * @typedef {object} Phase
 * @property {number} from s @property {number} to s
 * @property {[number, number]} rate messages/s of all, at its beginning and end
 * @property {number} reconnect share of the users whose connections break as it begins
 *
 * @typedef {object} Schedule a workload's phases for so many users, as plain data
 * @property {number} seconds @property {Phase[]} phases
 * @property {number} users that send and whose deliveries count; the others read slowly and send nothing
 * @property {Shape['slowReceivers']} [slowReceivers]
 *
 * @typedef {object} Planned a message that is to be sent
 * @property {number} at s from the beginning
 * @property {number} sender its place among those who send
 * @property {number} [number] its own, where others send of the same run; else messages are counted
 */

/** @type {PhaseData[]} */
const ONE_RATE = [{ name: 'all', share: 1 }];

/**
 * @param {Partial<Shape>} shape one rate throughout unless it says otherwise
 * @param {{users: number, rate: number, seconds: number}} size rate: messages/s of all
 * @returns {Schedule}
 */
export function scheduleOf({ phases = ONE_RATE, slowReceivers }, { users: all, rate, seconds }) {
  const users = all - Math.round(all * (slowReceivers?.users ?? 0));
  const usual = rate * (users / all);
  const whole = phases.reduce((sum, { share }) => sum + share, 0);
  let to = 0;
  return {
    seconds,
    users,
    slowReceivers,
    phases: phases.map(({ share, rate: times = 1, reconnect = 0 }) => {
      const from = to;
      to += (share / whole) * seconds;
      const [first, last] = Array.isArray(times) ? times : [times, times];
      return { from, to, rate: [first * usual, last * usual], reconnect };
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
  let due = 1;
  for (const { from, to, rate } of phases) {
    const [first, last] = rate;
    const steps = first === last ? 1 : Math.ceil((to - from) / STEP_S);
    const length = (to - from) / steps;
    for (let step = 0; step < steps; step++) {
      const rateNow = first + (last - first) * ((step + 0.5) / steps);
      if (rateNow === 0) continue;
      const before = due;
      due += rateNow * length;
      // A hair less: what is due at the very end belongs to what comes after.
      for (let number = Math.max(1, Math.ceil(before - 1e-9)); number < due - 1e-9; number++)
        yield from + length * step + Math.max(0, number - before) / rateNow;
    }
  }
}
