import { BroadcastChannel } from 'node:worker_threads';
import { CHANNEL } from './workerThread.js';
import { VirtualUsers } from './virtualUsers.js';

/** @import { Arrivals } from './virtualUsers.js' */

/** The virtual users of this Artillery. Its worker thread starts them when the users of each chat have their order. */
export class ScriptUsers extends VirtualUsers {
  arrivals = /** @type {PromiseWithResolvers<Arrivals>} */ (Promise.withResolvers());
  departure = Promise.withResolvers();
  #isToldToLeave = false;
  #channel = new BroadcastChannel(CHANNEL).unref();

  constructor() {
    super((order) => this.ask(order));
  }

  /** @param {any} order @returns {Promise<any>} its answer */
  ask(order) {
    const answer = new Promise((resolve) => {
      this.#channel.onmessage = ({ data }) => data.side === this.side && data.answer && resolve(data.answer);
    });
    if (order.sessions) this.arrivals.resolve(/** @type {any} */ (order));
    else this.#channel.postMessage(order);
    return answer;
  }

  async leave() {
    this.#isToldToLeave = true;
    const results = await super.leave();
    this.departure.resolve(undefined);
    return results;
  }

  /** A run that failed tells its users to leave: Artillery waits for them. */
  close() {
    if (!this.#isToldToLeave) this.#channel.postMessage({ side: this.side, leave: true });
    this.departure.resolve(undefined);
  }
}
