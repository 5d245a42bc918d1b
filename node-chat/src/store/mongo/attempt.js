import { ChatError } from '../../ChatError.js';
import { DuplicateKey } from '../backendErrors.js';

const DUPLICATE_KEY = 11000; // MongoDB's error code

/** A call that somebody waits for: the contract gives a send 5 s in all. */
export const PROMPT_MS = 4000;
/** Reading in what was missed, which scans where the database has no use for an index. */
export const PATIENT_MS = 120_000;

/**
 * Asks the database with a deadline: a frozen one keeps its connections open and says nothing. The call must be given
 * the options, which free its connection too. Else a call whose connection ends while it is sent holds its place in the
 * pool for ever (mongodb 7.8). A read of several answers has the signal for the first alone.
 * @template T
 * @param {number} ms
 * @param {(options: any) => PromiseLike<T>} ask options: `{signal: AbortSignal}`, which the driver's types name for
 *   some calls only
 * @returns {Promise<T>}
 * @throws {DuplicateKey | ChatError} store_unavailable; whether a write happened is then unknown
 */
export async function attempt(ms, ask) {
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
    return /** @type {T} */ (await Promise.race([ask({ signal: giveUp.signal }), late]));
  } catch (error) {
    const { code } = /** @type {{ code?: unknown }} */ (error);
    if (code === DUPLICATE_KEY) throw new DuplicateKey('a unique key is taken', { cause: error });
    throw new ChatError('store_unavailable', { cause: error });
  } finally {
    clearTimeout(timer);
  }
}
