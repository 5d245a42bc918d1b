import { DuplicateKey } from '../backendErrors.js';

// Ended sessions stay in the file until it is rewritten.
const COMPACT_EVERY_MS = 3_600_000;

/**
 * Sessions in NeDB, by the hash of their id.
 * @param {import('./collection.js').Collection} collection
 * @returns {Promise<import('../backend.js').BackendSessions>}
 */
export async function sessions({ db, insert, remove }) {
  db.setAutocompactionInterval(COMPACT_EVERY_MS);
  /** @type {import('../backend.js').BackendSessions['save']} */
  async function save(entries) {
    try {
      await insert(entries.map(([key, { user, expires }]) => ({ _id: key, user, expires })));
    } catch (error) {
      if (!(error instanceof DuplicateKey)) throw error;
      // NeDB stores all of an insert or nothing.
      if (entries.length > 1) for (const entry of entries) await save([entry]);
    }
  }
  return {
    some: async (count) =>
      (await db.findAsync({}).limit(count)).map((/** @type {any} */ found) => [found._id, toSession(found)]),
    find: async (key) => {
      const found = await db.findOneAsync({ _id: key });
      return found && toSession(found);
    },
    save,
    remove: async (key) => void (await remove({ _id: key })),
    prune: async () => void (await remove({ expires: { $lt: Date.now() } })),
  };
}

/** @param {any} document @returns {import('../backend.js').Session} */
function toSession({ user, expires }) {
  return { user, expires };
}
