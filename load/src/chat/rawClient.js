import { Crowd } from './crowd.js';
import { deliveriesBySecond, fillLedger } from './crowdLedger.js';
import { now } from '../machine/clock.js';
import { Ledger } from '../ledger/ledger.js';
import { sendLoad } from './sendLoad.js';
import { SocketSender } from './socketSender.js';
import { ownTurns } from '../schedule/turns.js';

/** @typedef {import('./types.js').LoadClient} LoadClient */

// The first message's timer is set by then.
const START_AFTER_MS = 50;

/** The users of one process, each over a raw connection (wire/). @implements {LoadClient} */
export class RawClient {
  /** @type {Crowd | undefined} */
  #crowd;
  /** @type {Ledger | undefined} of the last messages that it sent */
  #ledger;
  /** @type {import('../record/runRecord.js').ClientSeen} while it sent */
  #client = { cpuCores: 0, boundBy: [] };

  /** @param {import('./types.js').JoinOrder} order @returns {Promise<import('./types.js').Joined>} */
  async join({ endpoint, sessions }) {
    const crowd = (this.#crowd = new Crowd(endpoint));
    await crowd.join(sessions);
    return { joined: crowd.members.length, why: crowd.failures[0]?.message ?? null };
  }

  /** @param {import('./types.js').SendOrder} order */
  async send({ run, schedule, senders, startAt = now() + START_AFTER_MS, share: agentsShare }) {
    const { members } = this.#joined();
    const share = agentsShare ?? ownTurns(members.length, senders);
    const ledger = (this.#ledger = new Ledger(run));
    const sockets = new SocketSender(ledger);
    const sendOne = (/** @type {number} */ number, /** @type {number} */ intendedAt, /** @type {number} */ sender) =>
      sockets.send(members[sender], { sender: share.turns[sender], number, intendedAt });
    const { client, ...outcome } = await sendLoad({ ledger, schedule, share, startAt, sendOne });
    this.#client = client;
    return outcome;
  }

  /** @param {{startAt: number, seconds: number}} order @returns {Promise<import('./types.js').Left>} */
  async leave({ startAt, seconds }) {
    const crowd = this.#joined();
    const ledger = /** @type {Ledger} */ (this.#ledger);
    const weights = [...fillLedger(crowd, ledger, now())];
    const deliveries = deliveriesBySecond(crowd, ledger.run, startAt, seconds).map((each) => each.toJSON());
    const { members, broken, bytesReceived } = crowd;
    this.close();
    const seen = { weights, joined: members.length, broken, bytesReceived, deliveries, client: this.#client };
    return { results: [{ ledger: ledger.toJSON(), ...seen }] };
  }

  close() {
    this.#crowd?.close();
  }

  /** @returns {Crowd} @throws {Error} */
  #joined() {
    if (!this.#crowd) throw new Error('nobody has joined');
    return this.#crowd;
  }
}
