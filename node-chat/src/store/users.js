import { createHash } from 'node:crypto';
import { nameKey } from '../chat/names.js';

/** @import { KnownUser, UserStore } from '../chat/stores.js' */
/** @import { UserRows } from './database.js' */

/**
 * A user's id is derived from the name, so that an exact name is found by the primary key.
 * @param {string} name trimmed and in NFC
 * @returns {string} 22 characters, 132 bits: no two names will ever share one
 */
const userIdOf = (name) => createHash('sha256').update(name).digest('base64url').slice(0, 22);

/** @param {string} name @param {string} hash bcrypt */
export const newUser = (name, hash) => ({ id: userIdOf(name), name, hash, key: nameKey(name) });

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
    const user = newUser(name, hash);
    return (await this.#rows.insert([user])) ? user : null;
  }
}
