import { Crowd } from './crowd.js';
import { deliveriesBySecond, fillLedger } from './crowdLedger.js';
import { now } from '../machine/clock.js';
import { Ledger } from '../ledger/ledger.js';
import { sendLoad } from './sendLoad.js';
import { soleShare } from '../schedule/shares.js';

/** @import { JoinOrder, JoinResult, LeaveResult, LoadClient, SendOrder } from './types.js' */
/** @import { ClientResult } from '../record/runRecord.js' */

/** @typedef {{ledger: Ledger, client: ClientResult}} Sent */

// The client needs this time to set the timer of the first message.
const START_AFTER_MS = 50;

/** Plays the users in this process, each over a raw connection (wire/). @implements {LoadClient} */
export class RawClient {
  /** @type {Crowd | undefined} */
  #crowd;
  /** @type {Sent | undefined} the last load that this client sent */
  #sent;

  /** @param {JoinOrder} order @returns {Promise<JoinResult>} */
  async join({ endpoint, sessions }) {
    const crowd = (this.#crowd = new Crowd(endpoint));
    await crowd.join(sessions);
    return { joined: crowd.members.length, why: crowd.failures[0]?.message ?? null };
  }

  /** @param {SendOrder} order */
  async send({ run, schedule, senders, startAt = now() + START_AFTER_MS, share: agentsShare }) {
    const { members } = /** @type {Crowd} */ (this.#crowd);
    const share = agentsShare ?? soleShare(members.length, senders);
    const ledger = new Ledger(run);
    const connections = members.map(({ connection }) => connection);
    const client = await sendLoad({ ledger, schedule, share, startAt, connections });
    this.#sent = { ledger, client };
    return { startAt };
  }

  /** @param {{startAt: number, seconds: number}} order @returns {Promise<LeaveResult>} */
  async leave({ startAt, seconds }) {
    const crowd = /** @type {Crowd} */ (this.#crowd);
    const { ledger, client } = /** @type {Sent} */ (this.#sent);
    const weights = [...fillLedger(crowd, ledger, now())];
    this.close();
    const deliveries = deliveriesBySecond(crowd, ledger.run, startAt, seconds).map((each) => each.toJSON());
    const { members, broken, bytesReceived } = crowd;
    const result = { weights, joined: members.length, broken, bytesReceived, deliveries, client };
    return { results: [{ ledger: ledger.toJSON(), ...result }] };
  }

  close() {
    this.#crowd?.close();
  }
}
