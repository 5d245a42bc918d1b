import { foldedWords } from './words.js';

/** @typedef {import('./messageStore.js').Message} Message */

// Of two bytes at most: 32 MB.
const MOST_LENGTH = 2 ** 24;
// Of V8 for an entry, in characters.
const COST = 100;

/**
 * The words of messages that were searched before, the oldest dropped first. Bounded by the words' own length: one
 * character of a text (U+FDFA) may be four words.
 */
export class KnownWords {
  /** @type {Map<number, { rev: number | undefined, words: string }>} by message, the oldest entry first */
  #known = new Map();
  #length = 0;
  #most;

  /** @param {number} [most] characters in all */
  constructor(most = MOST_LENGTH) {
    this.#most = most;
  }

  /** Characters that are held, beside what is needed to hold them. */
  get length() {
    return this.#length;
  }

  /** @param {Message} message @returns {string} as foldedWords has them; one that was deleted has none */
  of({ id, text, rev }) {
    const known = this.#known.get(id);
    if (known && known.rev === rev) return known.words;
    if (known) this.#forget(id, known);
    if (text === undefined) return '';
    const words = foldedWords(text);
    this.#known.set(id, { rev, words });
    this.#length += words.length + COST;
    for (const [oldest, entry] of this.#known) {
      if (this.#length <= this.#most) break;
      this.#forget(oldest, entry);
    }
    return words;
  }

  /** @param {number} id @param {{ words: string }} entry */
  #forget(id, { words }) {
    this.#known.delete(id);
    this.#length -= words.length + COST;
  }
}
