import { LRUCache } from 'lru-cache';

/** @import { Session, SessionStore } from '../chat/stores.js' */
/** @import { SessionRows } from './database.js' */

// Memory keeps more sessions than a process can have sockets.
const SESSIONS_KEPT = 25_000;
// For this time a process may miss that another has ended a session.
const FRESH_MS = 60_000;
// An ended session is refused at once; pruning frees the disk.
const PRUNE_EVERY_MS = 3_600_000;
/** Stands for no session: for undefined lru-cache would keep the old one. @type {Session} */
const UNKNOWN = { user: { id: '', name: '' }, expires: 0 };

/** The sessions. The last used ones stay in memory while the database is away. @implements {SessionStore} */
export class Sessions {
  #rows;
  /** @type {LRUCache<string, Session>} */
  #cache;
  #pruneTimer;

  /** @param {SessionRows} rows @param {(error: unknown) => void} notPruned called after a failure; pruning goes on */
  constructor(rows, notPruned) {
    this.#rows = rows;
    this.#cache = new LRUCache({
      max: SESSIONS_KEPT,
      ttl: FRESH_MS,
      fetchMethod: async (handle, _stale, { signal }) => {
        const found = await rows.find(handle);
        // Aborted: it was forgotten meanwhile, so it is looked up again.
        return signal.aborted ? this.#cache.fetch(handle) : (found ?? UNKNOWN);
      },
      ignoreFetchAbort: true,
      noDeleteOnFetchRejection: true,
    });
    const prune = () => rows.prune().catch(notPruned);
    prune();
    this.#pruneTimer = setInterval(prune, PRUNE_EVERY_MS).unref();
  }

  /** @param {string} handle @returns {Promise<Session | null>} */
  async find(handle) {
    const found = await this.#cache.fetch(handle).catch((error) => {
      const cached = this.#cached(handle);
      if (cached) return cached;
      throw error;
    });
    if (found && found.expires > Date.now()) return found;
    this.forget(handle);
    return null;
  }

  /** @param {string} handle */
  isOpen(handle) {
    return (this.#cached(handle)?.expires ?? 0) > Date.now();
  }

  /** @param {string} handle */
  #cached(handle) {
    return this.#cache.peek(handle, { allowStale: true });
  }

  /** @param {string} handle @param {Session} session */
  async save(handle, session) {
    await this.#rows.save([[handle, session]]);
    this.#cache.set(handle, session);
  }

  /** @param {string} handle */
  async remove(handle) {
    await this.#rows.remove(handle);
    this.forget(handle);
  }

  /** @param {string} handle */
  forget(handle) {
    this.#cache.delete(handle); // a look-up under way is made again
  }

  forgetAll() {
    this.#cache.clear(); // look-ups under way are made again
  }

  close() {
    clearInterval(this.#pruneTimer);
  }
}
