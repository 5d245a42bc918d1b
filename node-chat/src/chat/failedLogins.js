import { contract } from '../contract.js';
import { ChatError } from '../ChatError.js';

const { failedLoginsMax, failedLoginsWindowSeconds } = contract.limits;
const WINDOW_MS = failedLoginsWindowSeconds * 1000;

/**
 * Wrong passwords for one login from one address. Attempts for such a pair are taken one after the other, so that a
 * hundred at once cannot all be counted as the first.
 */
export class FailedLogins {
  /** @type {Map<string, number[]>} when the last failures were, in ms */
  #failures = new Map();
  /** @type {Map<string, Promise<unknown>>} the last attempt under way */
  #queues = new Map();
  #now;
  #sweep;

  /** @param {() => number} [now] ms, never set back */
  constructor(now = () => performance.now()) {
    this.#now = now;
    this.#sweep = setInterval(() => {
      for (const key of this.#failures.keys()) this.#recent(key);
    }, WINDOW_MS).unref();
  }

  /**
   * Runs one attempt to log in.
   * @template T
   * @param {string} address
   * @param {string} login
   * @param {() => Promise<T>} attempt rejects with wrong_password to be counted
   * @returns {Promise<T>}
   * @throws {ChatError} too_many_attempts
   */
  async guard(address, login, attempt) {
    const key = `${address} ${login}`;
    const turn = (this.#queues.get(key) ?? Promise.resolve()).then(() => this.#run(key, attempt));
    const settled = turn.catch(() => {});
    this.#queues.set(key, settled);
    try {
      return await turn;
    } finally {
      if (this.#queues.get(key) === settled) this.#queues.delete(key);
    }
  }

  /** @template T @param {string} key @param {() => Promise<T>} attempt */
  async #run(key, attempt) {
    const failures = this.#recent(key);
    if (failures.length >= failedLoginsMax) {
      const seconds = (failures[0] + WINDOW_MS - this.#now()) / 1000;
      throw new ChatError('too_many_attempts', { retryAfter: Math.max(1, Math.ceil(seconds)) });
    }
    try {
      return await attempt();
    } catch (error) {
      if (error instanceof ChatError && error.code === 'wrong_password') {
        this.#failures.set(key, [...this.#recent(key), this.#now()]);
      }
      throw error;
    }
  }

  /** @param {string} key */
  #recent(key) {
    const since = this.#now() - WINDOW_MS;
    const failures = (this.#failures.get(key) ?? []).filter((at) => at > since);
    if (failures.length === 0) this.#failures.delete(key);
    return failures;
  }

  close() {
    clearInterval(this.#sweep);
  }
}
