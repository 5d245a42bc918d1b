import { wait } from './pauses.js';

/** @import { ChatError } from './chatError.js' */

/** The user sees the error after this many tries. A burst of 300 users behind one address is over by then. */
const TRIES = 25;

/**
 * Logs in, and waits while too many users log in at once. It waits as long as the server says, and up to half as long
 * again at random, so that not all of them come back together.
 * @template T
 * @param {() => Promise<T>} logIn
 * @param {object} parts
 * @param {(error: ChatError) => void} parts.waiting is called before each wait
 * @param {(ms: number) => Promise<void>} [parts.pause]
 * @param {() => number} [parts.random]
 * @returns {Promise<T>} rejects as logIn does
 */
export async function logInPatiently(logIn, { waiting, pause = wait, random = Math.random }) {
  for (let tries = 1; ; tries++) {
    try {
      return await logIn();
    } catch (cause) {
      const error = /** @type {ChatError} */ (cause);
      if (error.code !== 'too_many_logins' || tries === TRIES) throw error;
      waiting(error);
      await pause(error.pause * (1 + random() / 2));
    }
  }
}
