import { missingKeys } from '../users.js';

/**
 * Users in NeDB; the id, made of the name, is `_id`.
 * @param {import('./collection.js').Collection} collection
 * @returns {Promise<import('../backend.js').BackendUsers>}
 */
export async function users({ db, insert, update }) {
  for (const { id, key } of missingKeys(await db.findAsync({}))) await update(id, { key });
  await db.ensureIndexAsync({ fieldName: 'key', unique: true, sparse: true });
  const findOne = async (/** @type {any} */ filter) => {
    const found = await db.findOneAsync(filter);
    return found && { id: found._id, name: found.name, hash: found.hash };
  };
  return {
    find: (id) => findOne({ _id: id }),
    withKey: (key) => findOne({ key }),
    insert: (users) => insert(users.map(({ id, name, hash, key }) => ({ _id: id, name, hash, key }))),
  };
}
