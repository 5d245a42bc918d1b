import { contract } from '../contract.js';
import { Allowance } from './allowance.js';

const { messagesPerSecond: perSecond, messagesBurst: burst } = contract.limits;

/** How many messages a user may send, by each way of sending. */
export class MessageAllowance {
  #allowance;

  /** @param {() => number} [now] ms, never set back */
  constructor(now) {
    this.#allowance = new Allowance({ perSecond, burst, code: 'too_many_messages' }, now);
  }

  /**
   * @param {string} userId
   * @param {string} way
   * @throws {import('../ChatError.js').ChatError} too_many_messages
   */
  take(userId, way) {
    this.#allowance.take(`${way}:${userId}`);
  }

  /** @param {string} userId @param {string} way */
  giveBack(userId, way) {
    this.#allowance.giveBack(`${way}:${userId}`);
  }

  close() {
    this.#allowance.close();
  }
}
