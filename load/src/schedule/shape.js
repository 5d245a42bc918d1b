// A rate that changes is taken as constant for so long.
const STEP_S = 0.02;

/**
 * @typedef {number | [number, number]} Level a number, or [at the beginning, at the end]
 * @typedef {{name: string, share: number, rate?: Level, reconnect?: number}} PhaseData
 * @typedef {{phases: PhaseData[], slowReceivers?: {users: number, bytesPerSecond: number}}} ShapeData of a workload
 *
 * @typedef {object} Phase
 * @property {number} from s @property {number} to s
 * @property {[number, number]} rate messages/s of all, at its beginning and end
 * @property {number} reconnect share of the users whose connections break as it begins
 *
 * @typedef {object} Shape a workload's phases for so many users, as plain data
 * @property {number} seconds @property {Phase[]} phases
 * @property {number} users that send and whose deliveries count; the others read slowly and send nothing
 * @property {ShapeData['slowReceivers']} [slowReceivers]
 *
 * @typedef {object} Planned a message that is to be sent
 * @property {number} at s from the beginning
 * @property {number} sender 0 to users - 1
 * @property {number} [number] its own, where others send of the same run; else messages are counted
 */

/**
 * @param {ShapeData} data @param {{users: number, rate: number, seconds: number}} size rate: messages/s of each user
 * @returns {Shape}
 */
export function shapeOf({ phases, slowReceivers }, { users: all, rate, seconds }) {
  const users = all - Math.round(all * (slowReceivers?.users ?? 0));
  const whole = phases.reduce((sum, { share }) => sum + share, 0);
  let to = 0;
  return {
    ...{ seconds, users, slowReceivers },
    phases: phases.map(({ share, rate: times = 1, reconnect = 0 }) => {
      const from = to;
      to += (share / whole) * seconds;
      const [first, last] = Array.isArray(times) ? times : [times, times];
      return { from, to, rate: [first * rate * users, last * rate * users], reconnect };
    }),
  };
}

/**
 * @param {Shape} shape
 * @returns {Generator<Planned>} its messages in order of time; at a constant rate message n is due at n / rate
 */
export function* messagesOfShape({ phases, users }) {
  let turn = 0;
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
      for (let number = Math.max(1, Math.ceil(before - 1e-9)); number < due - 1e-9; number++) {
        const at = from + length * step + Math.max(0, number - before) / rateNow;
        yield { at, sender: turn++ % users };
      }
    }
  }
}
