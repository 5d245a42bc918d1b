import { ChatError } from '../ChatError.js';
import { contract } from '../contract.js';
import { Allowance } from './allowance.js';
import { KnownWords } from './knownWords.js';
import { searchedWords } from './words.js';

const { searchesPerSecond: perSecond, searchesBurst: burst } = contract.limits;

// Each has the loop for some ms: who waits behind so many has waited for a second or so.
const WAITING_MAX = 100;
// Of the loop's time at once: what else is due waits for no more.
const SLICE_MS = 3;

/** How many searches a user may make. @param {() => number} [now] ms, never set back */
export const createSearchAllowance = (now) => new Allowance({ perSecond, burst, code: 'too_many_searches' }, now);

/**
 * @param {object} parts
 * @param {Pick<import('../store/createStore.js').Store, 'messages'>} parts.store
 * @param {Allowance | null} parts.allowance null: no rate limit
 */
export function createSearchMessages({ store, allowance }) {
  const known = new KnownWords();
  const wordsOf = (/** @type {import('../store/store.js').Message} */ message) => known.of(message);
  /** @type {Promise<unknown>} */
  let last = Promise.resolve();
  let waiting = 0;

  /**
   * The newest messages that have all the words. One search at a time, in slices: nobody else waits for it.
   * @param {string} userId who searches
   * @param {{ text: string, before?: number, limit: number }} query
   * @throws {ChatError} search_invalid, too_many_searches, store_unavailable
   */
  return async function searchMessages(userId, { text, before, limit }) {
    const begins = searchedWords(text).map((word) => ` ${word}`);
    allowance?.take(userId);
    if (waiting >= WAITING_MAX) throw new ChatError('too_many_searches', { retryAfter: 1 });
    waiting++;
    const search = last.then(() =>
      store.messages.search({ begins, wordsOf, before, limit, rest: restEvery(SLICE_MS) }),
    );
    last = search.catch(() => {});
    try {
      return await search;
    } finally {
      waiting--;
    }
  };
}

/** @param {number} ms @returns {() => Promise<void> | undefined} to be waited for where that much time has passed since the last rest */
function restEvery(ms) {
  let since = performance.now();
  return () => {
    if (performance.now() - since < ms) return undefined;
    return new Promise((resolve) =>
      setImmediate(() => {
        since = performance.now();
        resolve();
      }),
    );
  };
}
