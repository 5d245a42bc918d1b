import { nameKey } from '../../chat/names.js';
import { DuplicateKey, PATIENT_MS, PROMPT_MS } from './attempt.js';

/** @import { Models } from './models.js' */
/** @import { Attempt } from './attempt.js' */
/** @import { UserRows } from '../users.js' */
/** @import { KnownUser } from '../../chat/stores.js' */

/**
 * @param {Models['User']} User
 * @param {Attempt} attempt
 * @returns {Promise<UserRows>}
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
 * Gives keys to users from before keys existed. If users share a key, the first gets it; the others have none, and log
 * in by their exact names.
 * @param {Models['User']} User
 * @param {Attempt} attempt
 */
async function fillKeys(User, attempt) {
  await attempt(PATIENT_MS, () => User.createIndexes());
  const filter = { key: { $exists: false } };
  const old = await attempt(PATIENT_MS, (until) => User.find(filter, { name: 1 }, until).lean());
  if (old.length === 0) return;
  // An index of an earlier version, which would allow only one new user.
  await attempt(PATIENT_MS, () => User.collection.dropIndex('skeleton_1')).catch(() => {});
  for (const { _id, name } of /** @type {any[]} */ (old))
    await attempt(PATIENT_MS, (until) => User.updateOne({ _id }, { key: nameKey(name) }, until)).catch(() => {});
}

/** @param {any} document @returns {KnownUser} */
const toUser = ({ _id, name, hash }) => ({ id: _id, name, hash });
