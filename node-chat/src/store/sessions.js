import { LRUCache } from 'lru-cache';

/** @import { Session, SessionStore } from '../chat/stores.js' */
/** @import { SessionRows } from './database.js' */

// More sessions than a process can have sockets.
const SESSIONS_KEPT = 25_000;
// For this time a process may miss that another has ended a session.
const FRESH_MS = 60_000;
// An ended session is refused at once; pruning frees the disk.
const PRUNE_EVERY_MS = 3_600_000;

/** The sessions. The last used ones stay in memory while the database is away. @implements {SessionStore} */
export class Sessions {
  #rows;
  #cache;
  /** How often all were doubted: what was asked before the last time is asked again. */
  #doubts = 0;
  #pruning;

  /** @param {SessionRows} rows @param {(error: unknown) => void} notPruned called after a failure; pruning goes on */
  constructor(rows, notPruned) {
    this.#rows = rows;
    this.#cache = new LRUCache({
      max: SESSIONS_KEPT,
      ttl: FRESH_MS,
      fetchMethod: async (/** @type {string} */ handle) => {
        const doubts = this.#doubts;
        const session = await rows.find(handle);
        return session ? { session, doubts } : undefined;
      },
      noDeleteOnFetchRejection: true,
    });
    const prune = () => rows.prune().catch(notPruned);
    prune();
    this.#pruning = setInterval(prune, PRUNE_EVERY_MS).unref();
  }

  /** @param {string} handle @returns {Promise<Session | null>} */
  find(handle) {
    return this.ask(handle).catch((error) => {
      const known = this.#known(handle);
      if (!known) throw error;
      return this.isOpen(handle) ? known : null;
    });
  }

  /** @param {string} handle @returns {Promise<Session | null>} */
  async ask(handle) {
    const forceRefresh = this.#cache.peek(handle)?.doubts !== this.#doubts;
    const found = await this.#cache.fetch(handle, { forceRefresh }).catch((error) => {
      // lru-cache's error for an entry that was forgotten during the look-up.
      if (error.message === 'deleted') return { session: null, doubts: -1 };
      throw error;
    });
    if (found && found.doubts !== this.#doubts) return this.ask(handle);
    if (found?.session && found.session.expires > Date.now()) return found.session;
    this.forget(handle); // lru-cache would keep its old value
    return null;
  }

  /** @param {string} handle */
  isOpen(handle) {
    return (this.#known(handle)?.expires ?? 0) > Date.now();
  }

  /** @param {string} handle */
  #known(handle) {
    return this.#cache.peek(handle, { allowStale: true })?.session;
  }

  /** @param {string} handle @param {Session} session */
  async save(handle, session) {
    await this.#rows.save([[handle, session]]);
    this.#cache.set(handle, { session, doubts: this.#doubts });
  }

  /** @param {string} handle */
  async remove(handle) {
    await this.#rows.remove(handle);
    this.forget(handle);
  }

  /** @param {string} handle */
  forget(handle) {
    this.#cache.delete(handle); // also cancels a look-up under way
  }

  doubt() {
    this.#doubts++;
  }

  close() {
    clearInterval(this.#pruning);
  }
}
