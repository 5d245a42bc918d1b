import pLimit from 'p-limit';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { contract } from '../contract.js';
import { foldedWords, searchedWords } from './words.js';

/** @import { FoundMessages, Message, MessageStore } from './stores.js' */
/** @import { Allowance } from './limits.js' */

const { searchedMessagesMax } = contract.limits;
// A read takes so many messages; searchedMessagesMax is a multiple of it.
const READ_MAX = 500;
// A turn of the event loop searches so many: the longest texts take 0.5 ms each.
const TURN_MAX = 20;

/**
 * @param {object} options
 * @param {Pick<MessageStore, 'before'>} options.messages
 * @param {Allowance} options.allowance
 */
export function createSearchMessages({ messages, allowance }) {
  const oneAtATime = pLimit(1);

  /**
   * The newest messages that have all the words.
   * @param {string} userId the reader
   * @param {{ text: string, before?: number, limit: number }} query
   * @returns {Promise<FoundMessages>}
   * @throws {ChatError} search_invalid, too_many_searches, store_unavailable
   */
  return async function searchMessages(userId, { text, before = Number.MAX_SAFE_INTEGER, limit }) {
    const wordStarts = searchedWords(text).map((word) => ` ${word}`);
    await allowance.take(userId);
    return oneAtATime(() => search(messages, wordStarts, before, limit));
  };
}

/**
 * Reads from the newest message down, until it has found `limit` messages or read searchedMessagesMax.
 * @param {Pick<MessageStore, 'before'>} messages
 * @param {string[]} wordStarts beginnings of words, each after a space
 * @param {number} before searches messages below this id
 * @param {number} limit
 */
async function search(messages, wordStarts, before, limit) {
  /** @type {Message[]} */
  const found = [];
  const answer = (/** @type {number} */ to) => ({ messages: found.reverse(), more: to > 1, searchedTo: to });
  let searchedTo = before;
  for (let left = searchedMessagesMax; left > 0; left -= READ_MAX) {
    const page = await messages.before(searchedTo, READ_MAX);
    for (const [place, message] of page.messages.toReversed().entries()) {
      if (place % TURN_MAX === 0) await nextTurn();
      searchedTo = message.id;
      const words = foldedWords(message.text ?? '');
      if (wordStarts.every((start) => words.includes(start)) && found.push(message) === limit)
        return answer(searchedTo);
    }
    if (!page.more) return answer(1);
  }
  return answer(searchedTo);
}
