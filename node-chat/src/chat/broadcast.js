import { contract } from '../contract.js';

/**
 * The defaults are in contract.json.
 * @template Message
 * @typedef {object} BroadcastOptions
 * @property {(messages: Message[]) => void} deliver broadcasts one event, and never throws; its duration decides the
 *   window's length
 * @property {number} [windowMaxMs]
 * @property {number} [eventMaxMessages] of one event, so that one event never fills a receiver's buffer
 */

// A window lasts four times as long as the last event took. So broadcasting takes at most a fifth of the loop, until
// events fill up or windowMaxMs caps the window.
const WINDOW_PER_COST = 4;

/**
 * The adaptive window. If the window after the last broadcast is over, a message goes out at once. Otherwise it waits
 * for the end of the window, and all waiting messages go out in one event, or in several full ones.
 * @template Message
 */
export class Broadcast {
  /** @type {Message[]} in id order */
  #waiting = [];
  #isDue = false;
  #lastEnd = -Infinity;
  #windowMs = 0;
  #options;

  /** @param {BroadcastOptions<Message>} options */
  constructor(options) {
    this.#options = { ...contract.broadcast, ...options };
  }

  /**
   * A broadcast keeps the loop busy for milliseconds, so it runs after pending reads (setImmediate).
   * @param {Message[]} messages in id order, above all that were added before
   */
  add = (messages) => {
    for (const message of messages) this.#waiting.push(message);
    if (this.#isDue || messages.length === 0) return;
    this.#isDue = true;
    const rest = this.#lastEnd + this.#windowMs - performance.now();
    const broadcast = () => this.#broadcast();
    if (rest <= 0) setImmediate(broadcast);
    else setTimeout(setImmediate, rest, broadcast);
  };

  /** Broadcasts what waits, now. */
  flush() {
    while (this.#waiting.length > 0) this.#send();
  }

  #broadcast() {
    if (this.#waiting.length > 0) this.#send();
    if (this.#waiting.length > 0) return void setImmediate(() => this.#broadcast());
    this.#isDue = false;
  }

  #send() {
    const messages = this.#waiting.splice(0, this.#options.eventMaxMessages);
    const started = performance.now();
    this.#options.deliver(messages);
    this.#lastEnd = performance.now();
    this.#windowMs = Math.min(this.#options.windowMaxMs, WINDOW_PER_COST * (this.#lastEnd - started));
  }
}
