import { createHash } from 'node:crypto';
import { nameKey } from '../chat/names.js';

/** @import { UserStore } from '../chat/stores.js' */
/** @import { UserRows } from './database.js' */

/**
 * A user's id is derived from the name, so that an exact name is found by the primary key.
 * @param {string} name trimmed and in NFC
 * @returns {string} 22 characters, 132 bits: no two names will ever share one
 */
const userIdOf = (name) => createHash('sha256').update(name).digest('base64url').slice(0, 22);

/** @param {string} name @param {string} hash bcrypt */
export const newUser = (name, hash) => ({ id: userIdOf(name), name, hash, key: nameKey(name) });

/** @param {UserRows} rows @returns {UserStore} */
export const createUsers = (rows) => ({
  findByName: async (name) => (await rows.find(userIdOf(name))) ?? rows.findByKey(nameKey(name)),
  async register(name, hash) {
    const user = newUser(name, hash);
    return (await rows.insert([user])) ? user : null;
  },
});
