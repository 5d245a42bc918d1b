import { LRUCache } from 'lru-cache';

/** Messages of a block: their ids are from 1000 n + 1 to 1000 n + 1000. */
const SIZE = 1000;
/** Of a million messages; some 20 to 40 KB each where people talk. */
const BLOCKS_KEPT = 1000;
/** Of one block: one with more words than that is read each time. */
const CHARACTERS_MAX = 65_536;

/**
 * Which words the messages of each block have. Searches fill it as they read blocks, and pass over those that lack
 * one of their words; sending pays nothing.
 */
export class WordBlocks {
  /** @type {LRUCache<number, string>} the different words of a block, each behind a space */
  #words = new LRUCache({ max: BLOCKS_KEPT });
  /** Changes of messages seen: what was read before one may be what it was before. */
  #changes = 0;

  /** The first id of the block that has this one. @param {number} id */
  firstOf(id) {
    return id - ((id - 1) % SIZE);
  }

  /**
   * @param {number} first id of a block
   * @param {string[]} begins of words, each behind a space
   * @returns {boolean} whether none of its messages can have all
   */
  lacks(first, begins) {
    const words = this.#words.get(first);
    return words !== undefined && !begins.every((begin) => words.includes(begin));
  }

  /**
   * @param {number} to the id from which a search reads downwards
   * @returns {{ add: (words: string) => void, end: () => void } | null} takes the words of each message, and keeps
   *   them at the block's end; null where the block is known, or is not read as a whole
   */
  reading(to) {
    const first = this.firstOf(to);
    if (to !== first + SIZE - 1 || this.#words.get(first) !== undefined) return null;
    const changes = this.#changes;
    /** @type {Set<string>} */
    const different = new Set();
    return {
      add: (words) => {
        for (const word of words.split(' ')) different.add(word);
      },
      end: () => {
        different.delete('');
        const words = ` ${[...different].join(' ')}`;
        if (changes === this.#changes && words.length <= CHARACTERS_MAX) this.#words.set(first, words);
      },
    };
  }

  /** A message was changed. @param {number} id */
  forget(id) {
    this.#changes++;
    this.#words.delete(this.firstOf(id));
  }
}
