import { ChatError } from '../../ChatError.js';
import { DuplicateKey } from '../backend.js';

const DUPLICATE_KEY = 11000; // MongoDB's error code

/** A call that somebody waits for: the contract gives a send 5 s in all. */
export const PROMPT_MS = 4000;
/** Reading in what was missed, which scans where the database has no use for an index. */
export const PATIENT_MS = 120_000;

/**
 * Asks the database, but not for ever: one that is frozen keeps its connections open and says nothing.
 * @template T
 * @param {number} ms
 * @param {() => PromiseLike<T>} ask
 * @returns {Promise<T>}
 * @throws {DuplicateKey | ChatError} store_unavailable; whether a write happened is then unknown
 */
export async function attempt(ms, ask) {
  /** @type {NodeJS.Timeout | undefined} */
  let timer;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error(`the database gave no answer within ${ms} ms`)), ms);
  });
  try {
    return /** @type {T} */ (await Promise.race([ask(), late]));
  } catch (error) {
    const { code } = /** @type {{ code?: unknown }} */ (error);
    if (code === DUPLICATE_KEY) throw new DuplicateKey('a unique key is taken', { cause: error });
    throw new ChatError('store_unavailable', { cause: error });
  } finally {
    clearTimeout(timer);
  }
}
