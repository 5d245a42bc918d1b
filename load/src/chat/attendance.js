import { Crowd } from './crowd.js';
import { readAfter } from '../server/http.js';

const LOOK_EVERY_MS = 100;

/** Who is joined at a time. Where the run has a shape, users join, leave, break off and come back as it says. */
export class Attendance {
  /** Those who send, and whose deliveries count. */
  crowd;
  /** Those who read slowly. */
  slow;
  /** @type {import('./crowd.js').Member[]} who left, or broke off and did not come back */
  #away = [];
  #asked = 0;
  /** Sessions that were asked to join for the first time: the next one's place. */
  #begun = 0;
  #at = -1;
  #busy = false;

  /**
   * @param {object} parts
   * @param {import('../wire/meaning.js').Target} parts.target
   * @param {import('../workload/shape.js').Shape} [parts.shape]
   * @param {import('../wire/meaning.js').Session[]} parts.sessions of all that are ever to join
   * @param {number} [parts.lastId] the newest message there was before
   * @param {(member: import('./crowd.js').Member) => void} [parts.onReturn] told who is back after a break
   */
  constructor({ target, shape, sessions, lastId = 0, onReturn = () => {} }) {
    this.crowd = new Crowd(target);
    this.slow = new Crowd(target, { bytesPerSecond: shape?.scenario.slowReceivers?.bytesPerSecond });
    this.target = target;
    this.shape = shape;
    this.sessions = sessions;
    this.lastId = lastId;
    this.onReturn = onReturn;
  }

  /** @returns {Promise<void>} when all have joined, or failed, that are to have before the clock starts */
  async gather() {
    const { shape, sessions } = this;
    this.#asked = shape?.usersAt(0) ?? sessions.length;
    await this.crowd.join(this.#fresh(this.#asked));
    if (shape) await this.slow.join(sessions.slice(shape.mostUsers, shape.mostUsers + shape.slow));
  }

  /** @returns {number} users that were joined at any time */
  get joined() {
    return this.crowd.members.length + this.slow.members.length;
  }

  /**
   * Follows the shape from now on.
   * @param {() => number} elapsed s
   * @returns {() => void} ends it
   */
  follow(elapsed) {
    const { shape } = this;
    if (!shape) return () => {};
    const timer = setInterval(() => this.#look(shape, elapsed()), LOOK_EVERY_MS);
    return () => clearInterval(timer);
  }

  close() {
    this.crowd.close();
    this.slow.close();
  }

  /** @param {import('../workload/shape.js').Shape} shape @param {number} at s */
  #look(shape, at) {
    const breaking = shape.phases.find(({ from, reconnect }) => reconnect > 0 && from > this.#at && from <= at);
    this.#at = at;
    if (breaking) this.#breakOff(breaking.reconnect);
    this.#fill(shape.usersAt(Math.max(0, at)));
  }

  /** Joins and leaves until so many have been asked in. @param {number} wanted */
  async #fill(wanted) {
    if (this.#busy || wanted === this.#asked) return;
    this.#busy = true;
    const { members } = this.crowd;
    if (wanted < this.#asked) {
      const here = members.filter((member) => !this.#away.includes(member));
      const leaving = here.slice(wanted);
      for (const member of leaving) this.crowd.drop(member);
      this.#away.push(...leaving);
    } else {
      const back = this.#away.splice(0, wanted - this.#asked);
      await Promise.all([
        ...back.map((member) => this.#comeBack(member)),
        this.crowd.join(this.#fresh(wanted - this.#asked - back.length)),
      ]);
    }
    this.#asked = wanted;
    this.#busy = false;
  }

  /**
   * @param {number} count
   * @returns {import('../wire/meaning.js').Session[]} the next that nobody was asked to join with; fewer
   *   where they run out
   */
  #fresh(count) {
    const from = this.#begun;
    // Behind those are the slow receivers' sessions.
    this.#begun = Math.min(this.shape?.mostUsers ?? this.sessions.length, from + count);
    return this.sessions.slice(from, this.#begun);
  }

  /**
   * A share of the users loses the connection in the same moment, and all of them come back at once.
   * @param {number} share
   */
  #breakOff(share) {
    const here = this.crowd.members.filter(({ stays }) => stays[stays.length - 1].to === null);
    const breaking = here.slice(0, Math.round(here.length * share));
    for (const member of breaking) this.crowd.drop(member);
    for (const member of breaking) this.#comeBack(member);
  }

  /** Joins again, and reads what was missed, as the page does. @param {import('./crowd.js').Member} member */
  async #comeBack(member) {
    const frames = this.crowd.library.frames;
    const last = member.sequence.length === 0 ? undefined : frames[member.sequence[member.sequence.length - 1]];
    const lastId = last?.meaning.messages.at(-1)?.id ?? this.lastId;
    try {
      await this.crowd.rejoin(member);
      this.onReturn(member);
      member.caughtUp.push(...(await readAfter(this.target.url, member.session.cookie, lastId)));
    } catch (error) {
      this.crowd.failures.push(/** @type {Error} */ (error));
      this.crowd.ends.push(`did not come back: ${/** @type {Error} */ (error).message}`);
    }
  }
}
