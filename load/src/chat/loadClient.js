import { deliveriesBySecond, fillLedger } from './crowdLedger.js';
import { now } from '../machine/clock.js';
import { Ledger } from '../ledger/ledger.js';
import { Attendance } from './attendance.js';
import { sendLoad } from './sendLoad.js';
import { SocketSender } from './socketSender.js';
import { ownTurns } from '../schedule/turns.js';

// The first message's timer is set by then.
const START_AFTER_MS = 50;

/**
 * @typedef {import('../wire/types.js').Endpoint} Endpoint
 * @typedef {import('../wire/types.js').Session} Session
 *
 * @typedef {import('../schedule/shape.js').Shape} Shape
 *
 * @typedef {object} SendOrder
 * @property {string} run @property {Shape} schedule
 * @property {number} [senders] so many of the members send; all unless given
 * @property {number} [startAt] ms since 1970: when the first message is due; at once unless given
 * @property {import('../schedule/turns.js').Share} [share] where there are several processes
 *
 * @typedef {object} Part one process's results of a run; plain data, so that it can come from another host
 * @property {import('../ledger/ledger.js').LedgerRecord} ledger
 * @property {Array<[string, number]>} weights for how many receivers one of the ledger stands
 * @property {number} joined users, at any time
 * @property {string[]} ends why connections ended @property {number} [bytesReceived] by the raw client
 * @property {number} [slowEnded] connections of slow receivers that broke, where there are such
 * @property {string[]} [deliveries] second by second, a histogram each, where they are told apart
 * @property {{cpuCores: number, boundBy: string[]}} client cores of this process; its limits
 */

/** One process's part of a run: it joins with the sessions that it is given, sends its share, and tells what it saw. */
export class LoadClient {
  /** @type {Attendance | undefined} */
  #attendance;
  /** @type {Ledger | undefined} of the last messages that it sent */
  #ledger;
  /** @type {SocketSender | undefined} of them */
  #sockets;
  /** @type {Part['client']} while it sent */
  #client = { cpuCores: 0, boundBy: [] };

  /**
   * @param {{target: Endpoint, sessions: Session[], shape?: Shape, lastId?: number}} order lastId: of the newest
   *   message before
   * @returns {Promise<{joined: number, why: string | null}>}
   */
  async join(order) {
    this.#attendance = new Attendance({ ...order, onReturn: (member) => this.#sockets?.again(member) });
    await this.#attendance.gather();
    const { joined, crowd } = this.#attendance;
    return { joined, why: crowd.failures[0]?.message ?? null };
  }

  /**
   * @param {SendOrder} order
   * @returns {Promise<{startAt: number, sentUntil: number}>} when all is answered, or patience has ended
   */
  async send({ run, schedule, senders: most, startAt = now() + START_AFTER_MS, share }) {
    const attendance = this.#joined();
    const { crowd } = attendance;
    const { members } = crowd;
    const own = share ?? ownTurns(members.length, most);
    const ledger = (this.#ledger = new Ledger({ run, target: crowd.target.name }));
    const sockets = (this.#sockets = new SocketSender(ledger));
    const sendOne = (/** @type {number} */ number, /** @type {number} */ intendedAt, /** @type {number} */ sender) =>
      sockets.send(members[sender], { sender: own.turns[sender], number, intendedAt });
    attendance.follow(startAt);
    const { client, ...sent } = await sendLoad({ ledger, schedule, share: own, startAt, sendOne });
    this.#client = client;
    return sent;
  }

  /** @param {{run: string, startAt: number, seconds: number}} order @returns {Promise<import('./runLoad.js').Left>} */
  async leave({ run, startAt, seconds }) {
    const attendance = this.#joined();
    const { crowd, joined } = attendance;
    const leftAt = now();
    const own = this.#ledger?.run === run ? this.#ledger : new Ledger({ run, target: crowd.target.name });
    const weights = [...fillLedger(crowd, own, leftAt)];
    const deliveries = deliveriesBySecond(crowd, run, startAt, seconds).map((each) => each.toJSON());
    const { ends, bytesReceived } = crowd;
    const slowEnded = attendance.shape?.slowReceivers && attendance.slow.ends.length;
    this.close();
    const seen = { weights, joined, ends, slowEnded, bytesReceived, deliveries, client: this.#client };
    return { parts: [{ ledger: own.toJSON(), ...seen }] };
  }

  close() {
    this.#attendance?.close();
  }

  /** @returns {Attendance} @throws {Error} */
  #joined() {
    if (!this.#attendance) throw new Error('nobody has joined');
    return this.#attendance;
  }
}
