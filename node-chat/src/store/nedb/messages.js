import { messageOf } from '../messageOf.js';

/** @typedef {import('../backend.js').Message} Message */

/**
 * Messages in NeDB: `_id` is the user's id and the clientId together, `id` a unique index that ranges are read from.
 * @param {import('./collection.js').Collection} collection
 * @returns {Promise<import('../backend.js').BackendMessages>}
 */
export async function messages({ db, insert, replace }) {
  await db.ensureIndexAsync({ fieldName: 'id', unique: true });
  await db.ensureIndexAsync({ fieldName: 'rev', unique: true, sparse: true });
  /** @param {number} from @param {number} to */
  const range = async (from, to) => {
    const found = await db.findAsync({ id: { $gte: from, $lte: to } });
    return found.map(messageOf).sort((/** @type {Message} */ a, /** @type {Message} */ b) => a.id - b.id);
  };
  return {
    newest: async (count) => {
      const found = await db
        .findAsync({ id: { $gte: 1 } })
        .sort({ id: -1 })
        .limit(count);
      return found.map(messageOf).reverse();
    },
    range,
    find: async (keys) => {
      const found = await db.findAsync({ _id: { $in: keys.map(({ userId, clientId }) => `${userId}:${clientId}`) } });
      return found.map(messageOf);
    },
    insert: (batch) => insert(batch.map(toDocument)),
    change: async (steps) => {
      for (const { from, to } of steps) await replace(toDocument(from), toDocument(to));
    },
    newestChanges: async (count) => {
      const found = await db
        .findAsync({ rev: { $gte: 1 } })
        .sort({ rev: -1 })
        .limit(count);
      return found.map(messageOf).reverse();
    },
    // NeDB sorts all that it finds before it counts: it is asked for stretches, each twice as long as the last.
    changesAfter: async (rev, limit, newest = Infinity) => {
      const found = [];
      for (let from = rev, reach = newest === Infinity ? newest : limit; found.length < limit && from < newest;) {
        const to = Math.min(from + reach, newest);
        found.push(...(await db.findAsync({ rev: { $gt: from, $lte: to } }).sort({ rev: 1 })));
        from = to;
        reach *= 2;
      }
      return found.slice(0, limit).map(messageOf);
    },
  };
}

/** @param {Message} message */
function toDocument(message) {
  return { _id: `${message.user.id}:${message.clientId}`, ...message };
}
