const { timeout } = require('./errors');

// Events that no waitFor took: the oldest go first, so that a scenario that forgets them holds bounded memory.
const KEPT = 1000;

/**
 * @typedef {{event: string, channel?: string, data: any}} Message
 * @typedef {{event: string, channel?: string, where?: Record<string, unknown>}} Wanted
 */

/** The events that a scenario's waitFor steps ask for, kept from their arrival until a step takes them. */
class Mailbox {
  /** @type {Message[]} */
  #events = [];
  /** @type {{wanted: Wanted, resolve: (message: Message) => void, reject: (error: Error) => void} | null} */
  #waiting = null;

  /** @param {Set<string>} names of the events that any waitFor step of the scenario names */
  constructor(names) {
    this.names = names;
  }

  /** @param {Message} message */
  put(message) {
    if (!this.names.has(message.event)) return;
    if (this.#waiting && fits(this.#waiting.wanted, message)) return void this.#waiting.resolve(message);
    this.#events.push(message);
    if (this.#events.length > KEPT) this.#events.shift();
  }

  /**
   * @param {Wanted} wanted @param {number} seconds
   * @returns {Promise<Message>} the oldest that fits and was not taken
   */
  take(wanted, seconds) {
    const index = this.#events.findIndex((message) => fits(wanted, message));
    if (index >= 0) return Promise.resolve(this.#events.splice(index, 1)[0]);
    return new Promise((resolve, reject) => {
      const settle = (/** @type {(value: any) => void} */ finish) => (/** @type {any} */ value) => {
        clearTimeout(timer);
        this.#waiting = null;
        finish(value);
      };
      const timer = setTimeout(() => this.#waiting?.reject(timeout('wait', seconds)), seconds * 1000);
      this.#waiting = { wanted, resolve: settle(resolve), reject: settle(reject) };
    });
  }

  /** @param {Error} error ends a wait that can no longer be fulfilled */
  fail(error) {
    this.#waiting?.reject(error);
  }
}

/** @param {Wanted} wanted @param {Message} message */
function fits({ event, channel, where = {} }, message) {
  if (message.event !== event || (channel !== undefined && message.channel !== channel)) return false;
  return Object.entries(where).every(([key, value]) => message.data?.[key] === value);
}

module.exports = { Mailbox };
