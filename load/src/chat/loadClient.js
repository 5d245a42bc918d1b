import { setTimeout as sleep } from 'node:timers/promises';
import { ledgerOf } from './crowdAudit.js';
import { answered } from '../ledger/answered.js';
import { now } from '../ledger/clock.js';
import { Ledger } from '../ledger/ledger.js';
import { sendLateness } from '../ledger/sendLateness.js';
import { deliveriesBySecond } from '../record/traffic.js';
import { ClientWatch } from '../record/clientWatch.js';
import { Shape } from '../workload/shape.js';
import { Attendance } from './attendance.js';
import { sendClosedLoop } from './closedLoop.js';
import { sendOnSchedule } from './openLoop.js';
import { postMessages } from './postMessages.js';
import { SocketSender } from './socketSender.js';
import { turnsOf } from './turns.js';

const LOOK_EVERY_MS = 20;

/**
 * @typedef {import('../wire/meaning.js').Target} Target
 * @typedef {import('../wire/meaning.js').Session} Session
 *
 * @typedef {{rate: number, seconds: number} | {inFlight: number, seconds: number} | Shape} Schedule
 *   rate: messages/s of all, at times fixed beforehand, whatever the server does (open loop); inFlight: messages that
 *   not everybody has yet (closed loop); a shape says as well who is joined when
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
 * @property {number} joined users, at any time
 * @property {{joined: number, ended: number}} slow receivers, and those whose connections the server ended
 * @property {number} events with messages, each counted once however many received it
 * @property {number} messages in them
 * @property {string[]} ends why connections ended @property {number} bytesReceived
 * @property {Array<{delivered: number, delivery: string}>} deliveries second by second; delivery: a histogram
 * @property {number} sendLatenessP95 ms
 * @property {number} loopDelayP99Ms while it sent @property {import('../record/clientWatch.js').Look[]} looks
 */

/** One process's part of a run: it joins with the sessions that it is given, sends its share, and tells what it saw. */
export class LoadClient {
  /** @type {Attendance | undefined} */
  #attendance;
  /** @type {Ledger | undefined} of the last messages that it sent */
  #ledger;
  /** @type {SocketSender | undefined} of them */
  #sockets;
  #watch = new ClientWatch();

  /** @param {{sendWith?: SendWith}} [options] where the receivers do not send by themselves */
  constructor({ sendWith } = {}) {
    this.sendWith = sendWith;
  }

  /**
   * @param {{target: Target, sessions: Session[], shape?: Shape, lastId?: number}} order lastId: of the newest message
   *   before
   * @returns {Promise<{joined: number, why: string | null}>}
   */
  async join(order) {
    this.#attendance = new Attendance({ ...order, onReturn: (member) => this.#sockets?.again(member) });
    await this.#attendance.gather();
    const { joined, crowd } = this.#attendance;
    return { joined, why: crowd.failures[0]?.message ?? null };
  }

  /** @param {SendOrder} order @returns {Promise<{sentUntil: number}>} when all is answered, or patience has ended */
  async send({ run, startAt, schedule, senders, turns, send }) {
    const attendance = this.#joined();
    const { crowd } = attendance;
    const ledger = new Ledger({ run, target: crowd.target.name });
    this.#ledger = ledger;
    this.#watch.begin();
    const { sendOne, close } = this.#sender(crowd, { send, ledger, turns });
    await sleep(startAt - now());
    const endFollowing = attendance.follow(() => (now() - startAt) / 1000);
    if ('inFlight' in schedule) await sendClosedLoop({ crowd, run, ...schedule, senders: turns.length, sendOne });
    else {
      const messages = schedule instanceof Shape ? schedule.messages() : turnsOf({ ...schedule, senders, turns });
      await sendOnSchedule({ messages, startAt, sendOne });
    }
    // The last message may be due before the end: what happens until then belongs to the run.
    while (now() < startAt + schedule.seconds * 1000) await sleep(LOOK_EVERY_MS);
    endFollowing();
    const sentUntil = now();
    await answered(ledger);
    close();
    this.#watch.stop();
    return { sentUntil };
  }

  /**
   * Ends the members' connections.
   * @param {{run: string, startAt: number, seconds: number}} order
   * @returns {Part}
   */
  leave({ run, startAt, seconds }) {
    const attendance = this.#joined();
    const { crowd, slow, joined } = attendance;
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
      ...{ joined, slow: { joined: slow.members.length, ended: slow.ends.length } },
      events: events.length,
      messages: events.reduce((sum, frame) => sum + frame.messages, 0),
      ends,
      bytesReceived,
      deliveries: deliveriesBySecond(crowd, run, startAt, seconds).map(({ delivered, delivery }) => ({
        delivered,
        delivery: delivery.toJSON(),
      })),
      sendLatenessP95: sendLateness(ledger.messages).percentile(95),
      loopDelayP99Ms: this.#watch.stop().loopDelayP99Ms,
      looks: this.#watch.looks,
    };
  }

  close() {
    this.#watch.stop();
    this.#attendance?.close();
  }

  /**
   * @param {import('./crowd.js').Crowd} crowd
   * @param {{send: 'socket' | 'post', ledger: Ledger, turns: number[]}} how
   * @returns {{sendOne: (number: number, intendedAt: number, sender: number) => void, close: () => void}}
   */
  #sender({ target, members }, { send, ledger, turns }) {
    const close = () => {};
    if (this.sendWith) return { sendOne: this.sendWith(ledger), close };
    // Who is to have joined and has not yet is not waited for: those who have send in their place.
    const placeOf = (/** @type {number} */ sender) => sender % members.length;
    if (send === 'post') {
      const sessionOf = (/** @type {number} */ sender) => members[placeOf(sender)].session;
      return postMessages({ url: target.url, sessionOf, ledger });
    }
    const sockets = new SocketSender(ledger);
    this.#sockets = sockets;
    return {
      sendOne(number, intendedAt, sender) {
        const place = placeOf(sender);
        sockets.send(members[place], { sender: turns[place] ?? place, number, intendedAt });
      },
      close,
    };
  }

  /** @returns {Attendance} @throws {Error} */
  #joined() {
    if (!this.#attendance) throw new Error('nobody has joined');
    return this.#attendance;
  }
}
