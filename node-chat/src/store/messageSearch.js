import { SearchedMessages } from './searchedMessages.js';
import { WordBlocks } from './wordBlocks.js';

// How many messages a search asks the database for at once.
const STEP = 500;

/** Searches messages downwards, block by block; blocks that are known to lack a word are passed over. */
export class MessageSearch {
  #read;
  #blocks = new WordBlocks();

  /** @param {import('./messagePages.js').Read} read */
  constructor(read) {
    this.#read = read;
  }

  /** @param {number} id of a message that was changed */
  forget(id) {
    this.#blocks.forget(id);
  }

  /**
   * @param {Omit<import('../chat/messageStore.js').Search, 'before'>} search
   * @param {number} last the id it begins at
   */
  async search(search, last) {
    const searched = new SearchedMessages(search, last);
    for (let to = last; to > 0 && !searched.ends;) {
      const first = this.#blocks.firstOf(to);
      if (this.#blocks.lacks(first, search.begins)) await searched.passOver(first);
      else await this.#readBlock(searched, first, to);
      to = first - 1;
    }
    return searched.found();
  }

  /**
   * @param {SearchedMessages} searched
   * @param {number} first of the block
   * @param {number} last of those that are read
   */
  async #readBlock(searched, first, last) {
    const reading = this.#blocks.reading(last);
    for (let to = last; to >= first; to -= STEP) {
      const from = Math.max(first, to - STEP + 1);
      if (searched.ends || !(await searched.read(from, await this.#read(from, to), reading?.add))) return;
    }
    reading?.end();
  }
}
