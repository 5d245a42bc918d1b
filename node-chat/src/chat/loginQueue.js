import { contract } from '../contract.js';
import { ChatError } from '../ChatError.js';

const { loginsWaitingMax, loginsWaitingPerAddress } = contract.limits;
const FIRST_GUESS_MS = 60; // of a login, until one was seen
const WEIGHT = 0.1; // of the newest login in the mean

/**
 * How many may log in at once: a password hash costs so much that what waits longer than a few seconds had better come again. One
 * address has a share of the places, so that it cannot keep everybody else out.
 */
export class LoginQueue {
  #places;
  #threads;
  #share;
  #underWay = 0;
  /** @type {Map<string, number>} those of each address, waiting or hashed */
  #byAddress = new Map();
  #loginMs = FIRST_GUESS_MS;

  /** @param {number} threads that hash at the same time @param {{ shares: boolean }} options shares: whether an address has no more than its own */
  constructor(threads, { shares }) {
    this.#threads = threads;
    this.#places = threads + loginsWaitingMax;
    this.#share = shares ? loginsWaitingPerAddress : Infinity;
  }

  /**
   * @template T
   * @param {string} address of the client
   * @param {() => Promise<T>} attempt
   * @returns {Promise<T>}
   * @throws {ChatError} too_many_logins, with the time that those who wait will take
   */
  async enter(address, attempt) {
    const own = this.#byAddress.get(address) ?? 0;
    if (this.#underWay >= this.#places || own >= this.#share) {
      const seconds = (this.#underWay * this.#loginMs) / this.#threads / 1000;
      throw new ChatError('too_many_logins', { retryAfter: Math.max(1, Math.ceil(seconds)) });
    }
    this.#underWay++;
    this.#byAddress.set(address, own + 1);
    const began = performance.now();
    const ahead = Math.ceil(this.#underWay / this.#threads);
    try {
      return await attempt();
    } finally {
      this.#underWay--;
      this.#leave(address);
      this.#loginMs += WEIGHT * ((performance.now() - began) / ahead - this.#loginMs);
    }
  }

  /** @param {string} address */
  #leave(address) {
    const left = (this.#byAddress.get(address) ?? 1) - 1;
    if (left > 0) this.#byAddress.set(address, left);
    else this.#byAddress.delete(address);
  }
}
