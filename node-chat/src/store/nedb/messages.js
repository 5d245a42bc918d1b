/** @typedef {import('../store.js').Message} Message */

/**
 * Messages in NeDB: `_id` is the user's id and the clientId together, `id` a unique index that ranges are read from.
 * @param {import('./collection.js').Collection} collection
 * @returns {Promise<import('../store.js').BackendMessages>}
 */
export async function messages({ db, insert }) {
  await db.ensureIndexAsync({ fieldName: 'id', unique: true });
  /** @param {number} from @param {number} to */
  const range = async (from, to) => {
    const found = await db.findAsync({ id: { $gte: from, $lte: to } });
    return found.map(toMessage).sort((/** @type {Message} */ a, /** @type {Message} */ b) => a.id - b.id);
  };
  return {
    // The index gives them in rising order, so that there is nothing to sort; `limit` spares copies of the others.
    newest: async (count) => {
      const found = await db
        .findAsync({ id: { $gte: 1 } })
        .sort({ id: -1 })
        .limit(count);
      return found.map(toMessage).reverse();
    },
    range,
    find: async (keys) => {
      const found = await db.findAsync({ _id: { $in: keys.map(({ userId, clientId }) => `${userId}:${clientId}`) } });
      return found.map(toMessage);
    },
    insert: (batch) => insert(batch.map(toDocument)),
  };
}

/** @param {Message} message */
function toDocument({ id, user, text, at, clientId }) {
  return { _id: `${user.id}:${clientId}`, id, user, text, at, clientId };
}

/** @param {any} document @returns {Message} */
function toMessage({ id, user, text, at, clientId }) {
  return { id, user, text, at, clientId };
}
