import { missingSkeletons } from '../skeletons.js';
import { attempt, PATIENT_MS, PROMPT_MS } from './attempt.js';

/** @param {import('./models.js').Models['User']} User @returns {Promise<import('../backend.js').BackendUsers>} */
export async function users(User) {
  await fillSkeletons(User);
  return {
    some: async (count) =>
      (await attempt(PATIENT_MS, (until) => User.find({}, null, until).limit(count).lean())).map(toUser),
    find: async (id) => {
      const found = await attempt(PROMPT_MS, (until) => User.findById(id, null, until).lean());
      return found && toUser(found);
    },
    insert: async (users) => {
      const documents = users.map(
        ({ id, name, hash, skeleton }) => /** @type {any} */ ({ _id: id, name, hash, skeleton }),
      );
      await attempt(PROMPT_MS, (until) => User.collection.insertMany(documents, { ordered: true, ...until }));
    },
  };
}

/**
 * Users from before skeletons get theirs; only then can the index be unique.
 * @param {import('./models.js').Models['User']} User
 */
async function fillSkeletons(User) {
  const old = await attempt(PATIENT_MS, (until) => User.exists({ skeleton: { $exists: false } }).setOptions(until));
  if (old) {
    const all = await attempt(PATIENT_MS, (until) => User.find({}, { name: 1, skeleton: 1 }, until).lean());
    for (const { id, skeleton } of missingSkeletons(/** @type {any[]} */ (all)))
      await attempt(PATIENT_MS, (until) => User.updateOne({ _id: id }, { $set: { skeleton } }, until));
  }
  await attempt(PATIENT_MS, () => User.createIndexes());
}

/** @param {any} document @returns {import('../backend.js').KnownUser} */
function toUser({ _id, name, hash }) {
  return { id: _id, name, hash };
}
