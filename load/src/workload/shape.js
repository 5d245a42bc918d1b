// A rate that changes is taken as constant for so long.
const STEP_S = 0.02;

/**
 * @typedef {number | [number, number]} Level a number, or [at the beginning, at the end]
 * @typedef {{name: string, share: number, users?: Level, rate?: Level, reconnect?: number}} PhaseData
 * @typedef {object} ShapeData of a workload
 * @property {PhaseData[]} phases
 * @property {{users: number, messages: number}} [talkers]
 * @property {{users: number, bytesPerSecond: number}} [slowReceivers]
 */

/**
 * @typedef {object} Phase
 * @property {string} name
 * @property {number} from s @property {number} to s
 * @property {[number, number]} users share of them at its beginning and end
 * @property {[number, number]} rate messages/s of a user, at its beginning and end
 * @property {number} reconnect share of the users whose connections break as it begins
 *
 * @typedef {object} Planned a message that is to be sent
 * @property {number} at s from the beginning
 * @property {number} sender 0 to the users of that moment - 1
 * @property {number} [number] its own, where others send of the same run; else messages are counted
 */

/** A workload's phases for a number of users, a rate and a time: who has joined when, and when who sends. */
export class Shape {
  /**
   * @param {ShapeData} scenario
   * @param {{users: number, rate: number, seconds: number}} size rate: messages/s of each user
   */
  constructor(scenario, { users, rate, seconds }) {
    this.scenario = scenario;
    this.seconds = seconds;
    /** Users who read slowly and send nothing. */
    this.slow = Math.round(users * (scenario.slowReceivers?.users ?? 0));
    /** Those who send, and whose deliveries count. */
    this.users = users - this.slow;
    /** @type {Phase[]} */
    this.phases = [];
    const whole = scenario.phases.reduce((sum, { share }) => sum + share, 0);
    let from = 0;
    for (const phase of scenario.phases) {
      const to = from + (phase.share / whole) * seconds;
      this.phases.push({
        name: phase.name,
        from,
        to,
        users: ends(phase.users),
        rate: /** @type {[number, number]} */ (ends(phase.rate).map((times) => times * rate)),
        reconnect: phase.reconnect ?? 0,
      });
      from = to;
    }
  }

  /** @param {number} at s @returns {Phase} */
  phaseAt(at) {
    return this.phases.find(({ to }) => at < to) ?? this.phases[this.phases.length - 1];
  }

  /** @param {number} at s @returns {number} users that have joined, 1 at least; the slow ones aside */
  usersAt(at) {
    const phase = this.phaseAt(at);
    return Math.max(1, Math.round(this.users * between(phase, phase.users, at)));
  }

  /** @returns {number} the most users joined at a time */
  get mostUsers() {
    return Math.max(1, ...this.phases.flatMap(({ users }) => users.map((share) => Math.round(this.users * share))));
  }

  /** @param {number} at s @returns {number} messages/s of all */
  rateAt(at) {
    const phase = this.phaseAt(at);
    return this.usersAt(at) * between(phase, phase.rate, at);
  }

  /** @returns {Generator<Planned>} every message, in order of time: of one rate n / rate, whatever the server does (open loop) */
  *messages() {
    const sender = this.#senders();
    // How much of the next message has come due; the first is due at once.
    let due = 1;
    for (const phase of this.phases) {
      const length = phase.to - phase.from;
      const changes = phase.rate[0] !== phase.rate[1] || phase.users[0] !== phase.users[1];
      const steps = changes ? Math.ceil(length / STEP_S) : 1;
      for (let step = 0; step < steps; step++) {
        const from = phase.from + (length * step) / steps;
        const rate = this.rateAt(phase.from + (length * (step + 0.5)) / steps);
        if (rate === 0) continue;
        const before = due;
        due += (rate * length) / steps;
        // A hair less: what is due at the very end belongs to what comes after.
        for (let number = Math.max(1, Math.ceil(before - 1e-9)); number < due - 1e-9; number++) {
          const at = from + Math.max(0, number - before) / rate;
          yield { at, sender: sender(this.usersAt(at)) };
        }
      }
    }
  }

  /** @returns {(users: number) => number} whose turn it is, of so many users */
  #senders() {
    const { talkers } = this.scenario;
    const turns = { few: 0, many: 0 };
    if (!talkers) return (users) => turns.many++ % users;
    let number = 0;
    return (users) => {
      const few = Math.max(1, Math.round(users * talkers.users));
      const isFew = Math.floor((number + 1) * talkers.messages) > Math.floor(number * talkers.messages);
      number++;
      return isFew || few === users ? turns.few++ % few : few + (turns.many++ % (users - few));
    };
  }
}

/** @param {Level} [level] @returns {[number, number]} */
const ends = (level = 1) => (Array.isArray(level) ? level : [level, level]);

/** @param {Phase} phase @param {[number, number]} values @param {number} at s */
function between({ from, to }, [first, last], at) {
  const share = Math.min(1, Math.max(0, (at - from) / (to - from)));
  return first + (last - first) * share;
}
