import { LRUCache } from 'lru-cache';

/** @typedef {import('../chat/sessionStore.js').Session} Session */
/** @typedef {import('../chat/sessionStore.js').SessionStore} SessionStore */

// An ended session is refused at once; pruning frees the disk.
const PRUNE_EVERY_MS = 3_600_000;

/** The sessions, the last used of them in memory. @implements {SessionStore} */
export class Sessions {
  #backend;
  #keep;
  /** @type {LRUCache<string, Session>} */
  #cache;
  /** @type {LRUCache<string, true>} ended a short time ago: a search under way must not bring them back */
  #ended;

  /** @param {import('./backend.js').BackendSessions} backend @param {number} keep sessions held in memory */
  constructor(backend, keep) {
    this.#backend = backend;
    this.#keep = keep;
    this.#cache = new LRUCache({ max: keep });
    this.#ended = new LRUCache({ max: keep });
  }

  /** @type {NodeJS.Timeout | undefined} */
  #pruning;

  /**
   * @param {(error: unknown) => void} [failed] told where the database does not take away what is over; it is tried
   *   again
   */
  async load(failed = () => {}) {
    await this.#backend.prune().catch(failed);
    this.#pruning = setInterval(() => this.#backend.prune().catch(failed), PRUNE_EVERY_MS).unref();
    for (const [handle, session] of await this.#backend.some(this.#keep)) this.#cache.set(handle, session);
  }

  /** @param {string} handle @returns {Promise<Session | null>} null: unknown or over */
  async find(handle) {
    let session = this.#cache.get(handle) ?? null;
    if (!session) {
      session = await this.#backend.find(handle);
      if (session && !this.#ended.get(handle)) this.#cache.set(handle, session);
    }
    return this.isOpen(handle) ? session : null;
  }

  /** Whether a session that was found a moment ago still goes on. @param {string} handle */
  isOpen(handle) {
    return (this.#cache.get(handle)?.expires ?? 0) > Date.now();
  }

  close() {
    clearInterval(this.#pruning);
  }

  /** @param {string} handle @param {Session} session */
  async save(handle, session) {
    // @fastify/session saves again at the end of the request that made the session.
    if (this.#cache.get(handle)?.user.id === session.user.id) return;
    await this.saveAll([[handle, session]]);
  }

  /** @param {[string, Session][]} sessions each with its handle */
  async saveAll(sessions) {
    await this.#backend.save(sessions);
    for (const [handle, session] of sessions) this.#cache.set(handle, session);
  }

  /** @param {string} handle */
  async remove(handle) {
    await this.#backend.remove(handle);
    this.#ended.set(handle, true);
    this.#cache.delete(handle);
  }
}
