import { deliveriesBySecond, fillLedger } from './crowdLedger.js';
import { now } from '../machine/clock.js';
import { Ledger } from '../ledger/ledger.js';
import { Attendance } from './attendance.js';
import { sendLoad } from './sendLoad.js';
import { SocketSender } from './socketSender.js';
import { ownTurns } from '../schedule/turns.js';

/** @typedef {import('./types.js').LoadClient} LoadClient */

// The first message's timer is set by then.
const START_AFTER_MS = 50;

/** The users of one process, each over a raw connection (wire/). @implements {LoadClient} */
export class RawClient {
  /** @type {Attendance | undefined} */
  #attendance;
  /** @type {Ledger | undefined} of the last messages that it sent */
  #ledger;
  /** @type {SocketSender | undefined} of them */
  #sockets;
  /** @type {import('../record/runRecord.js').ClientSeen} while it sent */
  #client = { cpuCores: 0, boundBy: [] };

  /** @param {import('./types.js').JoinOrder} order @returns {Promise<import('./types.js').Joined>} */
  async join(order) {
    this.#attendance = new Attendance({ ...order, onReturn: (member) => this.#sockets?.resend(member) });
    await this.#attendance.join();
    const { joined, crowd, slow } = this.#attendance;
    return { joined, slow: slow.members.length, why: crowd.failures[0]?.message ?? null };
  }

  /** @param {import('./types.js').SendOrder} order */
  async send({ run, schedule, senders: most, startAt = now() + START_AFTER_MS, share }) {
    const attendance = this.#joined();
    const { crowd } = attendance;
    const { members } = crowd;
    const own = share ?? ownTurns(members.length, most);
    const ledger = (this.#ledger = new Ledger(run));
    const sockets = (this.#sockets = new SocketSender(ledger));
    const sendOne = (/** @type {number} */ number, /** @type {number} */ intendedAt, /** @type {number} */ sender) =>
      sockets.send(members[sender], { sender: own.turns[sender], number, intendedAt });
    attendance.follow(schedule, startAt);
    const { client, ...sent } = await sendLoad({ ledger, schedule, share: own, startAt, sendOne });
    this.#client = client;
    return sent;
  }

  /** @param {{startAt: number, seconds: number}} order @returns {Promise<import('./types.js').Left>} */
  async leave({ startAt, seconds }) {
    const attendance = this.#joined();
    const { crowd, joined } = attendance;
    const ledger = /** @type {Ledger} */ (this.#ledger);
    const weights = [...fillLedger(crowd, ledger, now())];
    const deliveries = deliveriesBySecond(crowd, ledger.run, startAt, seconds).map((each) => each.toJSON());
    const { broken, bytesReceived } = crowd;
    const slowEnded = attendance.order.schedule.slowReceivers && attendance.slow.broken.length;
    this.close();
    const seen = { weights, joined, broken, slowEnded, bytesReceived, deliveries, client: this.#client };
    return { results: [{ ledger: ledger.toJSON(), ...seen }] };
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
