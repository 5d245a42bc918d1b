import { Crowd } from './crowd.js';
import { now } from '../machine/clock.js';
import { readAfter } from '../server/contractClient.js';

/** @typedef {import('./types.js').Schedule} Schedule */

/** The joined users. Connections break and come back as the run's schedule says. */
export class Attendance {
  /** Those who send, and whose deliveries count. */
  crowd;
  /** Those who read slowly. */
  slow;

  /**
   * @param {import('./types.js').JoinOrder & {onReturn: (member: import('./crowd.js').Member) => void}} order onReturn:
   *   told who is back after a break
   */
  constructor({ onReturn, ...order }) {
    this.order = order;
    this.onReturn = onReturn;
    this.crowd = new Crowd(order.endpoint);
    this.slow = new Crowd(order.endpoint, order.schedule.slowReceivers);
  }

  /** @returns {Promise<void>} when all have joined, or failed */
  async join() {
    const { sessions, schedule } = this.order;
    await this.crowd.join(sessions.slice(0, schedule.users));
    await this.slow.join(sessions.slice(schedule.users));
  }

  /** @returns {number} users that were joined at any time */
  get joined() {
    return this.crowd.members.length + this.slow.members.length;
  }

  /** Breaks connections when the schedule says. @param {Schedule} schedule @param {number} startAt ms since 1970 */
  follow({ phases }, startAt) {
    for (const { from, reconnect } of phases)
      if (reconnect > 0) setTimeout(() => this.#breakOff(reconnect), startAt + from * 1000 - now()).unref();
  }

  close() {
    this.crowd.close();
    this.slow.close();
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
    const last = this.crowd.library.frames[member.sequence[member.sequence.length - 1]];
    const lastId = last?.meaning.messages.at(-1)?.id ?? this.order.lastId;
    try {
      await this.crowd.rejoin(member);
      this.onReturn(member);
      member.caughtUp.push(...(await readAfter(this.order.endpoint.url, member.session.cookie, lastId)));
    } catch (error) {
      this.crowd.broken.push(`did not come back: ${/** @type {Error} */ (error).message}`);
    }
  }
}
