import { soleShare } from '../schedule/shares.js';
import { clockAhead, now } from '../machine/clock.js';

/** @import { Endpoint, Session } from '../wire/types.js' */
/** @import { JoinOrder, JoinResult, LeaveResult, SendOrder } from '../chat/types.js' */

// The order needs a moment to reach Artillery's worker thread.
const START_AFTER_MS = 500;

/**
 * @typedef {Endpoint & {host: string}} Address host: the host and port of its sockets
 *
 * @typedef {object} Arrivals the users of one chat that will join
 * @property {string} side the chat's name
 * @property {Address} address
 * @property {Session[]} sessions one for each user
 * @property {number} aheadMs how far the leader's clock is ahead of this machine's
 */

/** The users of one chat of chat.yml as the load client of a run. Subclasses implement `close`. */
export class VirtualUsers {
  side = '';
  #joined = 0;
  #ask;

  /** @param {(order: {side: string, [member: string]: any}) => Promise<any>} ask gives the answer to an order */
  constructor(ask) {
    this.#ask = ask;
  }

  /** @param {JoinOrder} order @returns {Promise<JoinResult>} */
  async join({ endpoint, sessions }) {
    this.side = endpoint.name;
    const address = { ...endpoint, host: new URL(endpoint.socketUrl).host };
    const answer = await this.#ask({ side: this.side, address, sessions, aheadMs: clockAhead() });
    this.#joined = answer.joined;
    return answer;
  }

  /** @param {SendOrder} order @returns {Promise<{startAt: number}>} */
  send({ run, schedule, senders, startAt = now() + START_AFTER_MS, share = soleShare(this.#joined, senders) }) {
    return this.#ask({ side: this.side, send: { run, schedule, startAt, share } });
  }

  /** @returns {Promise<LeaveResult>} */
  async leave() {
    return { results: [await this.#ask({ side: this.side, leave: true })] };
  }
}
