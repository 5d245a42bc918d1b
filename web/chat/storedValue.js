/** @import { User } from './types.js' */

/**
 * Keeps one named value over reloads.
 * @param {Storage} storage  sessionStorage: this tab's; localStorage: this browser's
 * @param {string} name
 */
export function storedValue(storage, name) {
  const key = `chat:${name}`;
  return {
    /** @returns {any} null: there is no value */
    read: () => JSON.parse(storage.getItem(key) ?? 'null'),
    /** Throws if the storage is full. @param {unknown} value */
    write: (value) => storage.setItem(key, JSON.stringify(value)),
  };
}

/** @typedef {ReturnType<typeof storedValue>} StoredValue */

/**
 * Keeps a value of one user in this tab. Another user may have the same id after a server was emptied.
 * @param {User} user @param {string} name
 */
export const storedValueOf = (user, name) => storedValue(sessionStorage, `${name}:${user.id}:${user.name}`);
