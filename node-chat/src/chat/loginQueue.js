import { contract } from '../contract.js';
import { ChatError } from '../ChatError.js';

const { loginsWaitingMax } = contract.limits;
const FIRST_GUESS_MS = 60; // of a login, until one was seen
const WEIGHT = 0.1; // of the newest login in the mean

/** How many may log in at once: a password hash costs so much that what waits longer than a few seconds had better come again. */
export class LoginQueue {
  #places;
  #threads;
  #underWay = 0;
  #loginMs = FIRST_GUESS_MS;

  /** @param {number} threads that hash at the same time */
  constructor(threads) {
    this.#threads = threads;
    this.#places = threads + loginsWaitingMax;
  }

  /**
   * @template T
   * @param {() => Promise<T>} attempt
   * @returns {Promise<T>}
   * @throws {ChatError} too_many_logins, with the time that those who wait will take
   */
  async enter(attempt) {
    if (this.#underWay >= this.#places) {
      const seconds = (this.#underWay * this.#loginMs) / this.#threads / 1000;
      throw new ChatError('too_many_logins', { retryAfter: Math.max(1, Math.ceil(seconds)) });
    }
    this.#underWay++;
    const began = performance.now();
    const ahead = Math.ceil(this.#underWay / this.#threads);
    try {
      return await attempt();
    } finally {
      this.#underWay--;
      this.#loginMs += WEIGHT * ((performance.now() - began) / ahead - this.#loginMs);
    }
  }
}
