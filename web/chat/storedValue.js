/** @import { User } from './types.js' */

/**
 * One named value that survives a reload.
 * @param {Storage} storage  sessionStorage: of this tab; localStorage: of this browser
 * @param {string} name
 */
export function storedValue(storage, name) {
  const key = `chat:${name}`;
  return {
    /** @returns {any} null: nothing is kept */
    read: () => JSON.parse(storage.getItem(key) ?? 'null'),
    /** Throws if the storage is full. @param {unknown} value */
    write: (value) => storage.setItem(key, JSON.stringify(value)),
  };
}

/** @typedef {ReturnType<typeof storedValue>} StoredValue */

/**
 * One value of a user, in this tab. After a server was emptied, another user may have the same id.
 * @param {User} user @param {string} name
 */
export const storedValueOf = (user, name) => storedValue(sessionStorage, `${name}:${user.id}:${user.name}`);
