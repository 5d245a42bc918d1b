import { soleShare } from '../schedule/shares.js';
import { clockAhead, now } from '../machine/clock.js';

// The order needs a moment to reach Artillery's worker thread.
const START_AFTER_MS = 500;

/**
 * @typedef {import('../wire/types.js').Endpoint & {host: string}} Address host: of the address of its sockets
 *
 * @typedef {object} Arrivals the users of one chat, its side, who are to join
 * @property {string} side the chat's name
 * @property {Address} address @property {import('../wire/types.js').Session[]} sessions one user for each
 * @property {number} aheadMs that the leader's clock is ahead of this machine's
 */

/** The users of one side of chat.yml as the load client of a run. Subclasses implement `ask` and `close`. */
export class VirtualUsers {
  side = '';
  #joined = 0;

  /**
   * @param {import('../chat/types.js').JoinOrder} order
   * @returns {Promise<import('../chat/types.js').JoinResult>}
   */
  async join({ endpoint, sessions }) {
    this.side = endpoint.name;
    const address = { ...endpoint, host: new URL(endpoint.socketUrl).host };
    const answer = await this.ask({ side: this.side, address, sessions, aheadMs: clockAhead() });
    this.#joined = answer.joined;
    return answer;
  }

  /**
   * @param {import('../chat/types.js').SendOrder} order
   * @returns {Promise<{startAt: number}>}
   */
  send({ run, schedule, senders, startAt = now() + START_AFTER_MS, share = soleShare(this.#joined, senders) }) {
    return this.ask({ side: this.side, send: { run, schedule, startAt, share } });
  }

  /** @returns {Promise<import('../chat/types.js').LeaveResult>} */
  async leave() {
    return { results: [await this.ask({ side: this.side, leave: true })] };
  }

  /** @param {{side: string, [member: string]: any}} _order @returns {Promise<any>} its answer */
  async ask(_order) {
    throw new Error('Virtual users of Artillery take no orders.');
  }
}
