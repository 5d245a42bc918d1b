import { contract } from '../contract.js';

/**
 * @typedef {import('../chat/messageStore.js').Message} Message
 * @typedef {import('../chat/messageStore.js').Search} Search
 */

const { searchedMessagesMax, searchedBytesMax } = contract.limits;

/** What a search has read, from the newest message on, and found: it ends where the contract says. */
export class SearchedMessages {
  /** @type {Message[]} the newest first */
  #found = [];
  #lowest;
  #messagesLeft = searchedMessagesMax;
  #bytesLeft = searchedBytesMax;
  #search;

  /** @param {Omit<Search, 'before'>} search @param {number} last the id it begins at */
  constructor(search, last) {
    this.#search = search;
    this.#lowest = last + 1;
  }

  get ends() {
    return this.#found.length === this.#search.limit || this.#messagesLeft <= 0 || this.#bytesLeft <= 0;
  }

  /** All down to this id are known to lack a word. @param {number} first */
  passOver(first) {
    this.#lowest = first;
    return this.#search.rest();
  }

  /**
   * @param {number} first the lowest id that these may have
   * @param {Message[]} messages in rising id order
   * @param {(words: string) => void} [gather] takes the words of each
   * @returns {Promise<boolean>} whether all were read: the search may end before
   */
  async read(first, messages, gather) {
    const { wordsOf, rest } = this.#search;
    for (let i = messages.length - 1; i >= 0; i--) {
      if (this.ends) return false;
      const message = messages[i];
      const words = wordsOf(message);
      if (this.#matches(words)) this.#found.push(message);
      gather?.(words);
      this.#messagesLeft--;
      this.#bytesLeft -= Buffer.byteLength(message.text ?? '');
      this.#lowest = message.id;
      const pause = rest();
      if (pause) await pause;
    }
    if (!this.ends) this.#lowest = first;
    return true;
  }

  /** @returns {import('../chat/messageStore.js').FoundMessages} */
  found() {
    const searchedTo = Math.max(1, this.#lowest);
    return { messages: this.#found.toReversed(), more: searchedTo > 1, searchedTo };
  }

  /** @param {string} words each behind a space */
  #matches(words) {
    return this.#search.begins.every((begin) => words.includes(begin));
  }
}
