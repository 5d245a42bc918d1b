import { setTimeout as sleep } from 'node:timers/promises';
import { makeClientId, textOf } from '../ledger/clientIds.js';
import { now } from '../ledger/clock.js';
import { ACK_WITHIN_MS } from '../ledger/errorPercent.js';

// A client that is held up reads late what came in time: who hears nothing for so long has read it all.
const QUIET_MS = 300;
const QUIET_WITHIN_MS = 15_000;
const CATCH_UP_TRIES = 20;
const CATCH_UP_PAUSE_MS = 500;

/**
 * One user's joined connection.
 * @typedef {object} Wire
 * @property {(text: string, clientId: string) => Promise<Ack>} send settles with the ack, or never where the
 *   connection broke before it
 * @property {(listener: (messages: StoredMessage[]) => void) => void} onMessages
 * @property {(listener: () => void) => void} onBreak
 * @property {(listener: () => void) => void} onReturn joined again after a break
 * @property {() => void} drop breaks the connection, which comes back by itself
 *
 * @typedef {{ok: true, message: StoredMessage} | {ok: false, error: {code: string}}} Ack
 * @typedef {import('../ledger/ledger.js').ReceivedMessage} StoredMessage
 *
 * @typedef {object} Schedule
 * @property {number} startAt ms since 1970
 * @property {number[]} times when it sends, s after that
 */

/**
 * Sends on schedule, whether or not the acks of earlier messages have come (open loop), and writes down what arrives.
 * Latency counts from the intended time, so a client or server that falls behind shows it.
 */
export class VirtualUser {
  /** @type {Map<string, {text: string, timer: NodeJS.Timeout}>} */
  #unacknowledged = new Map();
  #connected = true;
  #left = false;
  #breaking = false;
  #joinedAt = now();
  #lastId;
  #lastIdBeforeBreak = 0;
  #pushes = 0;

  /**
   * @param {object} parts
   * @param {string} parts.name
   * @param {number} parts.place number of this user in the run
   * @param {Wire} parts.wire
   * @param {import('../ledger/ledger.js').Ledger} parts.ledger
   * @param {number} parts.lastId the newest message there was before joining
   * @param {(after: number) => Promise<StoredMessage[]>} parts.readAfter
   * @param {number} [parts.ackTimeoutMs]
   */
  constructor({ name, place, wire, ledger, lastId, readAfter, ackTimeoutMs = ACK_WITHIN_MS }) {
    this.name = name;
    this.place = place;
    this.wire = wire;
    this.ledger = ledger;
    this.readAfter = readAfter;
    this.ackTimeoutMs = ackTimeoutMs;
    this.#lastId = lastId;
    wire.onMessages((messages) => this.#receive(messages));
    wire.onBreak(() => this.#lose());
    wire.onReturn(() => this.#return());
    ledger.joined(name, this.#joinedAt);
  }

  /** @param {Schedule} schedule @returns {Promise<void>} when the time for sending is over */
  async send({ startAt, times }) {
    for (const [number, at] of times.entries()) {
      if (this.#left) return;
      const intendedAt = startAt + at * 1000;
      // Who joined late was never to send these.
      if (intendedAt < this.#joinedAt) continue;
      const wait = intendedAt - now();
      if (wait > 0) await sleep(wait);
      this.#sendOne(number, intendedAt);
    }
  }

  /** @returns {Promise<void>} when every ack has come, or its time is up */
  async settle() {
    const until = now() + this.ackTimeoutMs;
    while (this.#unacknowledged.size > 0 && now() < until) await sleep(20);
    await readPending();
  }

  /** @returns {Promise<void>} when nothing more comes */
  async quiet() {
    const until = now() + QUIET_WITHIN_MS;
    for (let before = -1; before !== this.#pushes && now() < until;) {
      before = this.#pushes;
      await sleep(QUIET_MS);
      await readPending();
    }
  }

  /** Loses the connection on purpose, which is no error of anybody's. */
  breakOff() {
    if (!this.#connected || this.#left) return;
    this.#breaking = true;
    this.wire.drop();
  }

  leave() {
    this.#left = true;
    this.ledger.left(this.name, now());
    for (const { timer } of this.#unacknowledged.values()) clearTimeout(timer);
  }

  /** @param {number} number @param {number} intendedAt */
  #sendOne(number, intendedAt) {
    const clientId = makeClientId({ run: this.ledger.run, sender: this.place, number, intendedAt });
    const text = textOf(clientId);
    const timer = setTimeout(() => this.#missAck(clientId), this.ackTimeoutMs);
    this.#unacknowledged.set(clientId, { text, timer });
    this.ledger.sent(clientId, now());
    if (this.#connected) this.#attempt(clientId, text);
  }

  /** @param {string} clientId */
  async #missAck(clientId) {
    await readPending();
    if (this.#unacknowledged.has(clientId)) this.ledger.error('ack_timeout');
  }

  /** @param {string} clientId @param {string} text */
  async #attempt(clientId, text) {
    const ack = await this.wire.send(text, clientId);
    const waiting = this.#unacknowledged.get(clientId);
    if (!waiting) return;
    clearTimeout(waiting.timer);
    this.#unacknowledged.delete(clientId);
    if (ack.ok && ack.message.clientId !== clientId) this.ledger.refused(clientId, 'ack_of_another_message');
    else if (ack.ok) this.ledger.acknowledged(clientId, ack.message.id, now());
    else this.ledger.refused(clientId, ack.error?.code ?? 'bad_ack');
  }

  /** @param {StoredMessage[]} messages */
  #receive(messages) {
    this.#pushes++;
    this.ledger.pushed(this.name, messages, now());
    const newest = messages.at(-1)?.id ?? 0;
    if (newest > this.#lastId) this.#lastId = newest;
  }

  #lose() {
    if (this.#left) return;
    this.#connected = false;
    // A push may come before the return is told of, and with it a newer id: what was missed begins at this one.
    this.#lastIdBeforeBreak = this.#lastId;
    this.ledger.left(this.name, now());
    if (!this.#breaking) this.ledger.error('disconnected');
    this.#breaking = false;
  }

  async #return() {
    if (this.#left) return;
    this.ledger.joined(this.name, now());
    this.#connected = true;
    for (const [clientId, { text }] of this.#unacknowledged) this.#attempt(clientId, text);
    await this.#catchUp(this.#lastIdBeforeBreak);
  }

  /** Asks until the store answers, as the page does. @param {number} after */
  async #catchUp(after) {
    for (let tries = 0; tries < CATCH_UP_TRIES && !this.#left; tries++) {
      try {
        return this.ledger.caughtUp(this.name, await this.readAfter(after));
      } catch {
        await sleep(CATCH_UP_PAUSE_MS);
      }
    }
    this.ledger.error('catch_up_failed');
  }
}

/** After a stall timers run before what came meanwhile is read: the next turn of the event loop has read it. */
const readPending = () => new Promise((resolve) => setImmediate(resolve));
