import { contract } from '../../contract.js';
import { UserAllowances } from './userAllowances.js';

const { messagesPerSecond: perSecond, messagesBurst: burst } = contract.limits;

/** How many messages a user may send, by each way of sending. */
export class MessageAllowances {
  #allowances;

  /** @param {() => number} [now] ms, never set back */
  constructor(now) {
    this.#allowances = new UserAllowances({ perSecond, burst, code: 'too_many_messages' }, now);
  }

  /**
   * @param {string} userId
   * @param {string} way
   * @throws {import('../../ChatError.js').ChatError} too_many_messages
   */
  take(userId, way) {
    this.#allowances.take(`${way}:${userId}`);
  }

  /** @param {string} userId @param {string} way */
  giveBack(userId, way) {
    this.#allowances.giveBack(`${way}:${userId}`);
  }

  close() {
    this.#allowances.close();
  }
}
