import { KnownWords } from './knownWords.js';
import { SearchTurns } from '../protection/limits/searchTurns.js';
import { searchedWords } from './words.js';

/**
 * @param {object} parts
 * @param {Pick<import('./messageStore.js').MessageStore, 'search'>} parts.messages
 * @param {import('../protection/limits/allowances.js').SearchAllowances | null} parts.allowances null: no rate limit
 */
export function createSearchMessages({ messages, allowances }) {
  const known = new KnownWords();
  const turns = new SearchTurns();
  const wordsOf = (/** @type {import('./messageStore.js').Message} */ message) => known.of(message);

  /**
   * The newest messages that have all the words.
   * @param {string} userId who searches
   * @param {{ text: string, before?: number, limit: number }} query
   * @throws {import('../ChatError.js').ChatError} search_invalid, too_many_searches, store_unavailable
   */
  return async function searchMessages(userId, { text, before, limit }) {
    const begins = searchedWords(text).map((word) => ` ${word}`);
    allowances?.take(userId);
    return turns.run(userId, (rest) => messages.search({ begins, wordsOf, before, limit, rest }));
  };
}
