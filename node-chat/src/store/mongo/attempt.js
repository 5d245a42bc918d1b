import { ChatError } from '../../ChatError.js';

const DUPLICATE_KEY = 11000; // MongoDB's error code
// If calls fail for so long, the driver, which looks for its server every 2 s, is stuck.
const STUCK_MS = 10_000;

/** Timeout of a call for a waiting client: the contract gives a send 5 s in all. */
export const CALL_TIMEOUT_MS = 4000;
/** Timeout of a read at the start or after an unknown outcome, for which FerretDB scans all documents. */
export const SCAN_TIMEOUT_MS = 120_000;

/** @typedef {<T>(call: (deadline: any) => PromiseLike<T>, ms?: number) => Promise<T>} Attempt */

/**
 * Calls the database with a deadline, because a frozen database keeps its connections open without answers. The call
 * must pass the deadline, `{signal}`, to the driver, where it also frees its connection: if that ended during the send,
 * the call would hold its place in the pool for ever (mongodb 7.8). The driver's types have this option for some calls
 * only.
 * @param {() => void} onStuck called when all calls have failed for long
 * @returns {Attempt} rejects with ChatError store_unavailable: the outcome of a write is unknown, see unlessTaken
 */
export function createAttempt(onStuck) {
  /** @type {number | null} first failure since the last success */
  let failingSince = null;

  function countFailure() {
    failingSince ??= performance.now();
    if (performance.now() - failingSince < STUCK_MS) return;
    failingSince = null;
    onStuck();
  }

  return async function attempt(call, ms = CALL_TIMEOUT_MS) {
    // The timer of AbortSignal.timeout() would outlive the answer by seconds, at thousands of calls a second.
    const deadline = new AbortController();
    const { signal } = deadline;
    const timer = setTimeout(() => deadline.abort(new Error('the database has not answered')), ms).unref();
    const timeout = new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
    try {
      const answer = await Promise.race([call({ signal }), timeout]);
      failingSince = null;
      return /** @type {any} */ (answer);
    } catch (error) {
      const { code } = /** @type {{ code?: unknown }} */ (error);
      if (code === undefined) countFailure();
      else failingSince = null; // the database has answered
      throw new ChatError('store_unavailable', { cause: error });
    } finally {
      clearTimeout(timer);
    }
  };
}

/**
 * @template T
 * @param {Promise<T>} write an attempt
 * @returns {Promise<T | null>} null: a unique key is taken
 */
export const unlessTaken = (write) =>
  write.catch((error) => {
    if (error.cause?.code === DUPLICATE_KEY) return null;
    throw error;
  });
