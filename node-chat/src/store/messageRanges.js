import { attempt, PROMPT_MS } from './mongo/attempt.js';

/** @typedef {import('../chat/messageStore.js').Message} Message */

/** Reads messages by their ids: the newest from memory, the others from the database. */
export class MessageRanges {
  #backend;
  #recent;
  /** @type {Promise<void> | null} while memory is filled; never rejects */
  #filling = null;

  /**
   * @param {import('./backend.js').BackendMessages} backend
   * @param {import('./recentMessages.js').RecentMessages} recent
   */
  constructor(backend, recent) {
    this.#backend = backend;
    this.#recent = recent;
  }

  /**
   * Reads what memory holds beyond the tail that it was loaded with.
   * @param {(message: Message) => Message} newestOf its state now: it may have changed since it was read
   */
  async fill(newestOf) {
    const filling = this.#fill(newestOf);
    this.#filling = filling.catch(() => {});
    try {
      await filling;
    } finally {
      this.#filling = null;
    }
  }

  /** @param {(message: Message) => Message} newestOf */
  async #fill(newestOf) {
    const recent = this.#recent;
    const found = await this.#backend.newest(recent.keep);
    const { firstId } = recent;
    if ((found.at(-1)?.id ?? 0) < firstId - 1) return; // so many came meanwhile that a gap would remain
    recent.addOlder(found.filter(({ id }) => id < firstId).map(newestOf));
  }

  /** @param {number} from @param {number} to both included @returns {Promise<Message[]>} in rising id order */
  async read(from, to) {
    const recent = this.#recent;
    if (from > to) return [];
    const filling = this.#filling;
    if (filling && from < recent.firstId && from > recent.lastId - recent.keep) await attempt(PROMPT_MS, () => filling);
    const { firstId } = recent;
    if (from >= firstId) return recent.slice(from, to);
    // Taken before the database is asked: memory may have dropped it by the time of the answer.
    const remembered = recent.slice(firstId, to);
    return [...(await this.#backend.range(from, Math.min(to, firstId - 1))), ...remembered];
  }
}
