import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { ChatError } from '../ChatError.js';
import { skeletonKey } from './skeletons.js';
import { DuplicateKey } from './backendErrors.js';

/** @typedef {import('./backend.js').KnownUser} KnownUser */
/** @typedef {import('../chat/userStore.js').UserStore} UserStore */

/**
 * A user's id is made of the name, so that one unique index serves both and a name is found by its key alone.
 * @param {string} name trimmed and in NFC
 * @returns {string} 22 characters, 132 bits: no two names will ever share one
 */
export const userIdOf = (name) => createHash('sha256').update(name).digest('base64url').slice(0, 22);

/** The users, the last used of them in memory. @implements {UserStore} */
export class Users {
  #backend;
  /** @type {LRUCache<string, KnownUser>} */
  #cache;

  /** @param {import('./backend.js').BackendUsers} backend @param {number} keep users held in memory */
  constructor(backend, keep) {
    this.#backend = backend;
    this.#cache = new LRUCache({ max: keep });
    this.#keep = keep;
  }
  #keep;
  // While every user is in memory, a name that is not there is new, and the database need not be asked.
  #complete = false;

  async load() {
    const users = await this.#backend.some(this.#keep);
    for (const user of users) this.#cache.set(user.id, user);
    this.#complete = users.length < this.#keep;
  }

  /** @param {string} name @returns {Promise<KnownUser | null>} */
  async named(name) {
    const id = userIdOf(name);
    const cached = this.#cache.get(id);
    if (cached || this.#complete) return cached ?? null;
    const user = await this.#backend.find(id);
    if (user) this.#cache.set(id, user);
    return user;
  }

  /**
   * @param {string} name
   * @param {string} hash
   * @returns {Promise<KnownUser | null>} null: somebody registered this name first
   * @throws {ChatError} login_taken: somebody has a name that looks like it
   */
  async register(name, hash) {
    const user = { id: userIdOf(name), name, hash };
    try {
      await this.#backend.insert([{ ...user, skeleton: skeletonKey(name) }]);
    } catch (error) {
      if (!(error instanceof DuplicateKey)) throw error;
      if (this.#cache.get(user.id)) return null;
      const first = await this.#backend.find(user.id);
      if (!first) throw new ChatError('login_taken', { field: 'login' });
      this.#cache.set(first.id, first);
      this.#complete = false; // another process made them
      return null;
    }
    this.#cache.set(user.id, user);
    this.#complete &&= this.#cache.size < this.#keep;
    return user;
  }

  /**
   * Makes many users by one insert; who is there already stays as they are.
   * @param {string[]} names all different, also in their looks
   * @param {string} hash of the one password of all
   * @throws {ChatError} login_taken
   */
  async createAll(names, hash) {
    const known = await Promise.all(names.map((name) => this.named(name)));
    const users = names.filter((_, i) => !known[i]).map((name) => ({ id: userIdOf(name), name, hash }));
    if (users.length === 0) return;
    try {
      await this.#backend.insert(users.map((user) => ({ ...user, skeleton: skeletonKey(user.name) })));
    } catch (error) {
      if (!(error instanceof DuplicateKey)) throw error;
      // Another process made some of them meanwhile, and which is not said.
      for (const { name } of users) await this.register(name, hash);
      return;
    }
    for (const user of users) this.#cache.set(user.id, user);
    this.#complete &&= this.#cache.size < this.#keep;
  }
}
