import { createHash } from 'node:crypto';
import { nameKey } from '../chat/names.js';

/**
 * @typedef {import('../chat/stores.js').KnownUser} KnownUser
 * @typedef {import('../chat/stores.js').UserStore} UserStore
 */

/**
 * @typedef {object} UserRows how a database keeps users
 * @property {(id: string) => Promise<KnownUser | null>} find
 * @property {(key: string) => Promise<KnownUser | null>} withKey
 * @property {(users: (KnownUser & { key: string })[]) => Promise<boolean>} insert false: of some an id or a key is
 *   taken; the others are stored
 */

/**
 * A user's id is made of the name, so that an exact name is found by the primary key.
 * @param {string} name trimmed and in NFC
 * @returns {string} 22 characters, 132 bits: no two names will ever share one
 */
export const userIdOf = (name) => createHash('sha256').update(name).digest('base64url').slice(0, 22);

/** @implements {UserStore} */
export class Users {
  #rows;

  /** @param {UserRows} rows */
  constructor(rows) {
    this.#rows = rows;
  }

  /** @param {string} name @returns {Promise<KnownUser | null>} */
  async named(name) {
    return (await this.#rows.find(userIdOf(name))) ?? this.#rows.withKey(nameKey(name));
  }

  /** @param {string} name @param {string} hash @returns {Promise<KnownUser | null>} */
  async register(name, hash) {
    const user = { id: userIdOf(name), name, hash };
    return (await this.#rows.insert([{ ...user, key: nameKey(name) }])) ? user : null;
  }

  /**
   * Makes many users by one insert. Users who exist already stay as they are.
   * @param {string[]} names all different, also in their keys
   * @param {string} hash the hash of all users' one password
   */
  async createAll(names, hash) {
    const users = names.map((name) => ({ id: userIdOf(name), name, hash, key: nameKey(name) }));
    if (await this.#rows.insert(users)) return;
    for (const { id, name } of users)
      if (!(await this.#rows.find(id))) throw new Error(`another account has the name ${name}, in other case`);
  }
}
