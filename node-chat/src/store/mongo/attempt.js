import { ChatError } from '../../ChatError.js';

const DUPLICATE_KEY = 11000; // MongoDB's error code
// The driver looks for its server every 2 s.
const STUCK_MS = 10_000;

/** A call that somebody waits for: the contract gives a send 5 s in all. */
export const PROMPT_MS = 4000;
/** A read at the start, or after a doubt: FerretDB scans for it. */
export const PATIENT_MS = 120_000;

/** A unique key is taken. */
export class DuplicateKey extends Error {
  name = 'DuplicateKey';
}

/** @typedef {<T>(ms: number, ask: (options: any) => PromiseLike<T>) => Promise<T>} Attempt */

/**
 * Asks the database with a deadline: a frozen one keeps its connections open and says nothing. The call must be given
 * the options, `{signal}`, which free its connection too: else a call whose connection ends while it is sent holds its
 * place in the pool for ever (mongodb 7.8). The driver's types name them for some calls only.
 * @param {() => void} stuck told when every call has failed for long
 * @returns {Attempt} rejects with DuplicateKey, or with ChatError store_unavailable: whether a write happened is unknown
 */
export function createAttempt(stuck) {
  /** @type {number | null} when the first of the calls failed that have failed since */
  let failingSince = null;

  function failed() {
    failingSince ??= performance.now();
    if (performance.now() - failingSince < STUCK_MS) return;
    failingSince = null;
    stuck();
  }

  return async function attempt(ms, ask) {
    const signal = AbortSignal.timeout(ms);
    const late = new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
    try {
      const answer = await Promise.race([ask({ signal }), late]);
      failingSince = null;
      return /** @type {any} */ (answer);
    } catch (error) {
      const { code } = /** @type {{ code?: unknown }} */ (error);
      if (error instanceof DOMException || code === undefined) failed();
      else failingSince = null; // it is an answer
      if (code === DUPLICATE_KEY) throw new DuplicateKey('a unique key is taken', { cause: error });
      throw new ChatError('store_unavailable', { cause: error });
    }
  };
}
