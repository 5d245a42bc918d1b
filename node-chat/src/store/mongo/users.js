import { missingKeys } from '../users.js';
import { DuplicateKey, PATIENT_MS, PROMPT_MS } from './attempt.js';

/**
 * @param {import('./models.js').Models['User']} User
 * @param {import('./attempt.js').Attempt} attempt
 * @returns {Promise<import('../users.js').UserRows>}
 */
export async function openUsers(User, attempt) {
  await fillKeys(User, attempt);
  const findOne = async (/** @type {{ _id: string } | { key: string }} */ filter) => {
    const found = await attempt(PROMPT_MS, (until) => User.findOne(filter, null, until).lean());
    return found && toUser(found);
  };
  return {
    find: (id) => findOne({ _id: id }),
    withKey: (key) => findOne({ key }),
    insert: async (users) => {
      const documents = users.map(({ id, name, hash, key }) => /** @type {any} */ ({ _id: id, name, hash, key }));
      try {
        await attempt(PROMPT_MS, (until) => User.collection.insertMany(documents, { ordered: false, ...until }));
        return true;
      } catch (error) {
        if (error instanceof DuplicateKey) return false;
        throw error;
      }
    },
  };
}

/**
 * Users from before keys get theirs; only then can the index be unique.
 * @param {import('./models.js').Models['User']} User
 * @param {import('./attempt.js').Attempt} attempt
 */
async function fillKeys(User, attempt) {
  const old = await attempt(PATIENT_MS, (until) => User.exists({ key: { $exists: false } }).setOptions(until));
  if (old) {
    const all = await attempt(PATIENT_MS, (until) => User.find({}, { name: 1, key: 1 }, until).lean());
    for (const { id, key } of missingKeys(/** @type {any[]} */ (all)))
      await attempt(PATIENT_MS, (until) => User.updateOne({ _id: id }, { $set: { key } }, until));
    // An earlier version's, which would let one new user in alone.
    await attempt(PATIENT_MS, () => User.collection.dropIndex('skeleton_1')).catch(() => {});
  }
  await attempt(PATIENT_MS, () => User.createIndexes());
}

/** @param {any} document @returns {import('../../chat/stores.js').KnownUser} */
function toUser({ _id, name, hash }) {
  return { id: _id, name, hash };
}
