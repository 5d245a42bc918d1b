import { setTimeout as sleep } from 'node:timers/promises';
import { Crowd } from '../benches/crowd.js';
import { ledgerOf } from '../benches/crowdAudit.js';
import { answered } from '../ledger/answered.js';
import { now } from '../ledger/clock.js';
import { Ledger } from '../ledger/ledger.js';
import { sendLateness } from '../ledger/sendLateness.js';
import { deliveriesBySecond } from '../ledger/traffic.js';
import { ClientWatch } from '../runRecord/clientWatch.js';
import { sendClosedLoop } from './closedLoop.js';
import { sendOnSchedule } from './openLoop.js';
import { postMessages } from './postMessages.js';
import { SocketSender } from './socketSender.js';
import { turnsOf } from './turns.js';

/**
 * @typedef {import('../benches/wire/meaning.js').Target} Target
 * @typedef {import('../benches/wire/meaning.js').Session} Session
 *
 * @typedef {{rate: number, seconds: number} | {inFlight: number, seconds: number}} Schedule
 *   rate: messages/s of all, at times fixed beforehand, whatever the server does (open loop); inFlight: messages that
 *   not everybody has yet (closed loop)
 *
 * @typedef {(ledger: Ledger) => (number: number, intendedAt: number) => void} SendWith sends one message, and has its
 *   ack written down
 *
 * @typedef {object} SendOrder
 * @property {string} run @property {number} startAt ms since 1970: when the first message is due
 * @property {Schedule} schedule
 * @property {number} senders of all processes @property {number[]} turns of this one's senders among them
 * @property {'socket' | 'post'} send
 *
 * @typedef {object} Part what one process saw of a run; plain data, so that it can come from another host
 * @property {import('../ledger/ledger.js').LedgerRecord} ledger
 * @property {Array<[string, number]>} sizes for how many receivers one of the ledger stands
 * @property {number} joined users
 * @property {number} events with messages, each counted once however many received it
 * @property {number} messages in them
 * @property {string[]} ends why connections ended @property {number} bytesReceived
 * @property {Array<{delivered: number, delivery: string}>} deliveries second by second; delivery: a histogram
 * @property {number} sendLatenessP95 ms
 * @property {number | null} loopDelayP99Ms while it sent @property {import('../runRecord/clientWatch.js').Look[]} looks
 */

/** One process's part of a run: it joins with the sessions that it is given, sends its share, and tells what it saw. */
export class LoadClient {
  /** @type {Crowd | undefined} */
  #crowd;
  /** @type {Ledger | undefined} of the last messages that it sent */
  #ledger;
  /** @type {ClientWatch | undefined} over the last messages that it sent, else since it joined */
  #watch;

  /** @param {{sendWith?: SendWith}} [options] sendWith: where the receivers do not send by themselves */
  constructor({ sendWith } = {}) {
    this.sendWith = sendWith;
  }

  /** @param {{target: Target, sessions: Session[]}} order @returns {Promise<{joined: number, why: string | null}>} */
  async join({ target, sessions }) {
    this.#crowd = new Crowd(target);
    this.#watch = new ClientWatch();
    await this.#crowd.join(sessions);
    const { members, failures } = this.#crowd;
    return { joined: members.length, why: failures[0]?.message ?? null };
  }

  /** @param {SendOrder} order @returns {Promise<{sentUntil: number}>} when all is answered, or patience has ended */
  async send({ run, startAt, schedule, senders, turns, send }) {
    const crowd = this.#joined();
    const ledger = new Ledger({ run, target: crowd.target.name });
    this.#ledger = ledger;
    this.#watch?.begin();
    const { sendOne, close } = this.#sender(crowd, { send, ledger, turns });
    if ('inFlight' in schedule) {
      await sleep(startAt - now());
      await sendClosedLoop({ crowd, ...schedule, senders: turns.length, sendOne });
    } else await sendOnSchedule({ messages: turnsOf({ ...schedule, senders, turns }), startAt, sendOne });
    const sentUntil = now();
    await answered(ledger);
    close();
    this.#watch?.stop();
    return { sentUntil };
  }

  /**
   * Ends the members' connections.
   * @param {{run: string, startAt: number, seconds: number}} order
   * @returns {Part}
   */
  leave({ run, startAt, seconds }) {
    const crowd = this.#joined();
    const leftAt = now();
    const own = this.#ledger?.run === run ? this.#ledger : new Ledger({ run, target: crowd.target.name });
    const sizes = ledgerOf(crowd, own, leftAt);
    const { ends, bytesReceived } = crowd;
    const events = crowd.library.frames.filter((frame) => frame.messages > 0);
    this.close();
    const ledger = own.toJSON();
    return {
      ledger,
      sizes: [...sizes],
      joined: crowd.members.length,
      events: events.length,
      messages: events.reduce((sum, frame) => sum + frame.messages, 0),
      ends,
      bytesReceived,
      deliveries: deliveriesBySecond(crowd, run, startAt, seconds).map(({ delivered, delivery }) => ({
        delivered,
        delivery: delivery.toJSON(),
      })),
      sendLatenessP95: sendLateness(ledger.messages).percentile(95),
      loopDelayP99Ms: this.#watch?.stop().loopDelayP99Ms ?? null,
      looks: this.#watch?.looks ?? [],
    };
  }

  close() {
    this.#watch?.stop();
    this.#crowd?.close();
  }

  /**
   * @param {Crowd} crowd @param {{send: 'socket' | 'post', ledger: Ledger, turns: number[]}} how
   * @returns {{sendOne: (number: number, intendedAt: number, sender: number) => void, close: () => void}}
   */
  #sender({ target, members }, { send, ledger, turns }) {
    const close = () => {};
    if (this.sendWith) return { sendOne: this.sendWith(ledger), close };
    const sessions = members.map(({ session }) => session);
    if (send === 'post') return postMessages({ url: target.url, sessions, ledger });
    const sockets = new SocketSender(ledger);
    return {
      sendOne: (number, intendedAt, sender) =>
        sockets.send(members[sender], { sender: turns[sender], number, intendedAt }),
      close,
    };
  }

  /** @returns {Crowd} @throws {Error} */
  #joined() {
    if (!this.#crowd) throw new Error('nobody has joined');
    return this.#crowd;
  }
}
