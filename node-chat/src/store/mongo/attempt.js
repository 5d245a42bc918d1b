import { ChatError } from '../../ChatError.js';

const DUPLICATE_KEY = 11000; // MongoDB's error code

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
 * @param {(answered: boolean) => void} [outcome] told whether the database answered
 * @returns {Attempt} rejects with DuplicateKey, or with ChatError store_unavailable: whether a write happened is unknown
 */
export const createAttempt = (outcome = () => {}) =>
  async function attempt(ms, ask) {
    /** @type {NodeJS.Timeout | undefined} */
    let timer;
    const giveUp = new AbortController();
    const late = new Promise((_, reject) => {
      timer = setTimeout(() => {
        const reason = new Error(`the database gave no answer within ${ms} ms`);
        reject(reason);
        giveUp.abort(reason);
      }, ms);
    });
    try {
      const answer = await Promise.race([ask({ signal: giveUp.signal }), late]);
      outcome(true);
      return /** @type {any} */ (answer);
    } catch (error) {
      const { code } = /** @type {{ code?: unknown }} */ (error);
      outcome(code !== undefined);
      if (code === DUPLICATE_KEY) throw new DuplicateKey('a unique key is taken', { cause: error });
      throw new ChatError('store_unavailable', { cause: error });
    } finally {
      clearTimeout(timer);
    }
  };
