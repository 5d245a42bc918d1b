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
 * @typedef {object} Planned a message that is to be sent
 * @property {number} at s from the beginning
 * @property {number} sender 0 to users - 1
 * @property {number} [number] its own, where others send of the same run; else messages are counted
 */

/** A workload's phases for a number of users, a rate and a time: when who sends, and when connections break. */
export class Shape {
  /** @type {Phase[]} */
  phases = [];

  /**
   * @param {ShapeData} data
   * @param {{users: number, rate: number, seconds: number}} size rate: messages/s of each user
   */
  constructor({ phases, slowReceivers }, { users, rate, seconds }) {
    this.seconds = seconds;
    this.slowReceivers = slowReceivers;
    /** Users who read slowly and send nothing. */
    this.slow = Math.round(users * (slowReceivers?.users ?? 0));
    /** Those who send, and whose deliveries count. */
    this.users = users - this.slow;
    const whole = phases.reduce((sum, { share }) => sum + share, 0);
    let from = 0;
    for (const { share, rate: times = 1, reconnect = 0 } of phases) {
      const to = from + (share / whole) * seconds;
      const [first, last] = Array.isArray(times) ? times : [times, times];
      this.phases.push({ from, to, rate: [first * rate * this.users, last * rate * this.users], reconnect });
      from = to;
    }
  }

  /**
   * @returns {Generator<Planned>} every message, in order of time: of one rate n / rate, whatever the server does (open
   *   loop)
   */
  *messages() {
    let turn = 0;
    // How much of the next message has come due; the first is due at once.
    let due = 1;
    for (const { from, to, rate } of this.phases) {
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
          yield { at, sender: turn++ % this.users };
        }
      }
    }
  }
}
