import { attempt, PATIENT_MS, PROMPT_MS } from './attempt.js';

/**
 * @param {import('./models.js').Models['User']} User
 * @returns {import('../store.js').BackendUsers}
 */
export function users(User) {
  return {
    some: async (count) => (await attempt(PATIENT_MS, () => User.find().limit(count).lean())).map(toUser),
    find: async (id) => {
      const found = await attempt(PROMPT_MS, () => User.findById(id).lean());
      return found && toUser(found);
    },
    insert: async (users) => {
      const documents = users.map(({ id, name, hash }) => /** @type {any} */ ({ _id: id, name, hash }));
      await attempt(PROMPT_MS, () => User.collection.insertMany(documents, { ordered: true }));
    },
  };
}

/** @param {any} document @returns {import('../store.js').KnownUser} */
function toUser({ _id, name, hash }) {
  return { id: _id, name, hash };
}
