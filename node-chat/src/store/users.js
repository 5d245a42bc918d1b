import { createHash } from 'node:crypto';
import { nameKey } from '../chat/names.js';
import { DuplicateKey } from './backendErrors.js';

/** @typedef {import('./backend.js').KnownUser} KnownUser */
/** @typedef {import('../chat/userStore.js').UserStore} UserStore */

/**
 * A user's id is made of the name, so that an exact name is found by the primary key.
 * @param {string} name trimmed and in NFC
 * @returns {string} 22 characters, 132 bits: no two names will ever share one
 */
export const userIdOf = (name) => createHash('sha256').update(name).digest('base64url').slice(0, 22);

/**
 * The keys of accounts from before keys. Of those that share one the first has it; each further one has a key that no
 * name has.
 * @param {{ _id: string, name: string, key?: string }[]} documents all users
 * @returns {{ id: string, key: string }[]} those that have none yet
 */
export function missingKeys(documents) {
  const taken = new Set(documents.map(({ key }) => key));
  return documents
    .filter(({ key }) => key === undefined)
    .map(({ _id, name }) => {
      const own = nameKey(name);
      const key = taken.has(own) ? `${own}\n${_id}` : own;
      taken.add(key);
      return { id: _id, key };
    });
}

/** @implements {UserStore} */
export class Users {
  #backend;

  /** @param {import('./backend.js').BackendUsers} backend */
  constructor(backend) {
    this.#backend = backend;
  }

  /** @param {string} name @returns {Promise<KnownUser | null>} */
  async named(name) {
    return (await this.#backend.find(userIdOf(name))) ?? this.#backend.withKey(nameKey(name));
  }

  /** @param {string} name @param {string} hash @returns {Promise<KnownUser | null>} */
  async register(name, hash) {
    const user = { id: userIdOf(name), name, hash };
    try {
      await this.#backend.insert([{ ...user, key: nameKey(name) }]);
      return user;
    } catch (error) {
      if (error instanceof DuplicateKey) return null;
      throw error;
    }
  }

  /**
   * Makes many users by one insert; who is there already stays as they are.
   * @param {string[]} names all different, also in their keys
   * @param {string} hash of the one password of all
   */
  async createAll(names, hash) {
    const known = await Promise.all(names.map((name) => this.#backend.find(userIdOf(name))));
    const users = names
      .filter((_, i) => !known[i])
      .map((name) => ({ id: userIdOf(name), name, hash, key: nameKey(name) }));
    if (users.length === 0) return;
    try {
      await this.#backend.insert(users);
    } catch (error) {
      if (!(error instanceof DuplicateKey)) throw error;
      // Some of them were made meanwhile, and which is not said.
      for (const { id, name } of users)
        if (!(await this.register(name, hash)) && !(await this.#backend.find(id)))
          throw new Error(`another account has the name ${name}, in other case`, { cause: error });
    }
  }
}
