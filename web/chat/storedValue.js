/** Values of a full storage, as JSON by key: they last as long as the page. @type {Map<string, string>} */
const unsaved = new Map();

/**
 * One named value that survives a reload.
 * @param {Storage} storage  sessionStorage: of this tab; localStorage: of this browser
 * @param {string} name
 */
export function storedValue(storage, name) {
  const key = `chat:${name}`;
  return {
    /** @returns {any} null: nothing is kept */
    read: () => JSON.parse(unsaved.get(key) ?? storage.getItem(key) ?? 'null'),
    /** @param {unknown} value */
    write(value) {
      const json = JSON.stringify(value);
      unsaved.delete(key);
      try {
        storage.setItem(key, json);
      } catch {
        unsaved.set(key, json);
      }
    },
  };
}

/** @typedef {ReturnType<typeof storedValue>} StoredValue */

/**
 * One value of a user, in this tab. After a server was emptied, another user may have the same id.
 * @param {import('./types.js').User} user @param {string} name
 */
export const storedValueOf = (user, name) => storedValue(sessionStorage, `${name}:${user.id}:${user.name}`);
