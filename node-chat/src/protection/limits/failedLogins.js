import { contract } from '../../contract.js';
import { ChatError } from '../../ChatError.js';

const { failedLoginsMax, failedLoginsPerAddressMax, failedLoginsWindowSeconds } = contract.limits;
const WINDOW_MS = failedLoginsWindowSeconds * 1000;
const GUESSES = ['wrong_password', 'wrong_join_code'];

/**
 * Wrong passwords and join codes of an address, for one login and in all. Attempts for one login take turns, so that a
 * hundred at once do not all count as the first; those for several count as wrong until they are known to be right.
 */
export class FailedLogins {
  /** @type {Map<string, number[]>} when the last failures were, in ms; by address and login, and by address alone */
  #failures = new Map();
  /** @type {Map<string, Promise<unknown>>} the last attempt under way */
  #queues = new Map();
  /** @type {Map<string, number>} attempts under way by address */
  #undecided = new Map();
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
   * @param {() => Promise<T>} attempt rejects with wrong_password or wrong_join_code to be counted
   * @returns {Promise<T>}
   * @throws {ChatError} too_many_attempts
   */
  async guard(address, login, attempt) {
    const key = `${address} ${login}`;
    const turn = (this.#queues.get(key) ?? Promise.resolve()).then(() => this.#run(key, address, attempt));
    const settled = turn.catch(() => {});
    this.#queues.set(key, settled);
    try {
      return await turn;
    } finally {
      if (this.#queues.get(key) === settled) this.#queues.delete(key);
    }
  }

  /** @template T @param {string} key @param {string} address @param {() => Promise<T>} attempt */
  async #run(key, address, attempt) {
    const undecided = this.#undecided.get(address) ?? 0;
    this.#refuseFrom(this.#recent(key), failedLoginsMax);
    this.#refuseFrom(this.#recent(address), failedLoginsPerAddressMax - undecided);
    this.#undecided.set(address, undecided + 1);
    try {
      return await attempt();
    } catch (error) {
      if (error instanceof ChatError && GUESSES.includes(error.code)) {
        for (const each of [key, address]) this.#failures.set(each, [...this.#recent(each), this.#now()]);
      }
      throw error;
    } finally {
      const left = /** @type {number} */ (this.#undecided.get(address)) - 1;
      if (left > 0) this.#undecided.set(address, left);
      else this.#undecided.delete(address);
    }
  }

  /** @param {number[]} failures @param {number} max */
  #refuseFrom(failures, max) {
    if (failures.length < max) return;
    const oldest = failures[0] ?? this.#now() - WINDOW_MS; // none where all are undecided
    const seconds = (oldest + WINDOW_MS - this.#now()) / 1000;
    throw new ChatError('too_many_attempts', { retryAfter: Math.max(1, Math.ceil(seconds)) });
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
