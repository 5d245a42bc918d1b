import assert from 'node:assert/strict';
import { expectEvent } from './schemas.js';

/** A test waits this long for an event or answer: long enough for a busy machine. */
export const PATIENCE_MS = Number(process.env.CHAT_PATIENCE_MS ?? 60_000);

/** The events of one socket, in order, and ways to wait for more. */
export class Received {
  /** @type {{name: string, payload: any}[]} */
  events = [];
  /** @type {Set<() => void>} */
  #waiting = new Set();
  /** @type {Error | undefined} the first event whose shape openapi.yaml does not allow sets it */
  #fault;

  /** @param {string} name @param {any} payload */
  add(name, payload) {
    try {
      expectEvent(name, payload);
    } catch (error) {
      this.#fault ??= /** @type {Error} */ (error);
    }
    this.events.push({ name, payload });
    for (const check of [...this.#waiting]) check();
  }

  /** Calls `hear` for all past events, then for each new one. @param {(name: string, payload: any) => void} hear */
  listen(hear) {
    let next = 0;
    const check = () => {
      for (; next < this.events.length; next++) hear(this.events[next].name, this.events[next].payload);
    };
    this.#waiting.add(check);
    check();
  }

  /** @param {string} name @returns {any[]} the payloads of all events of that name */
  all(name) {
    return this.events.filter((event) => event.name === name).map(({ payload }) => payload);
  }

  /** The messages of all `messages` events, in order of arrival. @returns {any[]} */
  get messages() {
    return this.all('messages').flatMap(({ messages }) => messages);
  }

  /**
   * Waits until `find` succeeds; calls it now and after every event.
   * @template T @param {() => T | undefined | false} find @param {string} what names the wait in the failure's message
   * @param {number} [ms]
   * @returns {Promise<T>}
   * @throws {Error} after ms, or if an event has a wrong shape
   */
  until(find, what, ms = PATIENCE_MS) {
    return new Promise((resolve, reject) => {
      const settle = (/** @type {() => void} */ end) => {
        clearTimeout(timer);
        this.#waiting.delete(check);
        end();
      };
      const check = () => {
        if (this.#fault) return settle(() => reject(this.#fault));
        const found = find();
        if (found) settle(() => resolve(found));
      };
      const giveUp = () =>
        reject(new assert.AssertionError({ message: `${what} did not come within ${ms} ms; came: ${this}` }));
      const timer = setTimeout(() => settle(giveUp), ms);
      this.#waiting.add(check);
      check();
    });
  }

  /**
   * Waits for the first event of a name that fits, past or future.
   * @param {string} name
   * @param {(payload: any) => unknown} [fits]
   * @param {number} [ms]
   * @returns {Promise<any>} the event's payload
   */
  next(name, fits = () => true, ms) {
    const find = () => this.events.find((event) => event.name === name && fits(event.payload));
    return this.until(find, `the event ${name}`, ms).then(({ payload }) => payload);
  }

  /** Waits for the message with a clientId. @param {string} clientId @param {number} [ms] @returns {Promise<any>} */
  message(clientId, ms) {
    return this.until(() => this.messages.find((one) => one.clientId === clientId), `the message ${clientId}`, ms);
  }

  toString() {
    const last = this.events.slice(-8).map(({ name }) => name);
    return `${this.events.length} events${last.length ? `, the last ${last.join(', ')}` : ''}`;
  }
}
