/**
 * Users in NeDB; the id, made of the name, is `_id`.
 * @param {import('./collection.js').Collection} collection
 * @returns {import('../store.js').BackendUsers}
 */
export function users({ db, insert }) {
  return {
    some: async (count) => (await db.findAsync({}).limit(count)).map(toUser),
    find: async (id) => {
      const found = await db.findOneAsync({ _id: id });
      return found && toUser(found);
    },
    insert: (users) => insert(users.map(({ id, name, hash }) => ({ _id: id, name, hash }))),
  };
}

/** @param {any} document @returns {import('../store.js').KnownUser} */
function toUser({ _id, name, hash }) {
  return { id: _id, name, hash };
}
