import { missingSkeletons } from '../skeletons.js';

/**
 * Users in NeDB; the id, made of the name, is `_id`.
 * @param {import('./collection.js').Collection} collection
 * @returns {Promise<import('../backend.js').BackendUsers>}
 */
export async function users({ db, insert, update }) {
  const all = await db.findAsync({});
  for (const { id, skeleton } of missingSkeletons(all)) await update(id, { skeleton });
  await db.ensureIndexAsync({ fieldName: 'skeleton', unique: true, sparse: true });
  return {
    some: async (count) => (await db.findAsync({}).limit(count)).map(toUser),
    find: async (id) => {
      const found = await db.findOneAsync({ _id: id });
      return found && toUser(found);
    },
    insert: (users) => insert(users.map(({ id, name, hash, skeleton }) => ({ _id: id, name, hash, skeleton }))),
  };
}

/** @param {any} document @returns {import('../backend.js').KnownUser} */
function toUser({ _id, name, hash }) {
  return { id: _id, name, hash };
}
