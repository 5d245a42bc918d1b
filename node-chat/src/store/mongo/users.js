import { nameKey } from '../../chat/names.js';
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

/**
 * The keys of accounts from before keys. Of those that share one the first has it; each further one has a key that no
 * name has.
 * @param {{ _id: string, name: string, key?: string }[]} documents all users
 * @returns {{ id: string, key: string }[]} those that have none yet
 */
function missingKeys(documents) {
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
