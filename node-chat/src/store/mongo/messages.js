import { OutOfDate } from '../backendErrors.js';
import { messageOf } from '../messageOf.js';
import { attempt, PATIENT_MS, PROMPT_MS } from './attempt.js';

/** @typedef {import('../backend.js').Message} Message */

// A limit of the protocol is an integer of 32 bits.
const LIMIT_MAX = 2 ** 31 - 1;
// A page comes in one answer: the driver gives its signal to the first alone. One may hold 2,000 of the longest.
const BATCH = 1000;

/** @param {string} userId @param {string} clientId */
const keyOf = (userId, clientId) => `${userId}:${clientId}`;

/** @param {import('./models.js').Models['Message']} Message @returns {import('../backend.js').BackendMessages} */
export function messages(Message) {
  return {
    newest: async (count) => {
      const found = await attempt(PATIENT_MS, (until) =>
        Message.find({}, null, until).sort({ id: -1 }).limit(count).lean(),
      );
      return found.map(toMessage).reverse();
    },
    range: async (from, to) => {
      const open = to === Number.MAX_SAFE_INTEGER;
      const query = { id: open ? { $gte: from } : { $gte: from, $lte: to } };
      const found = await attempt(open ? PATIENT_MS : PROMPT_MS, (until) =>
        Message.find(query, null, { ...until, batchSize: BATCH }).lean(),
      );
      return found.map(toMessage).sort((a, b) => a.id - b.id);
    },
    // One by one: by equality on _id every server uses its index, and more than one is rare.
    find: async (keys) => {
      const found = await Promise.all(
        keys.map(({ userId, clientId }) =>
          attempt(PROMPT_MS, (until) => Message.findById(keyOf(userId, clientId), null, until).lean()),
        ),
      );
      return found.filter((document) => document !== null).map(toMessage);
    },
    // By the driver: mongoose would build and validate a document object for each.
    insert: async (batch, spentMs = 0) => {
      await attempt(PROMPT_MS - spentMs, (until) =>
        Message.collection.insertMany(batch.map(toDocument), { ordered: true, ...until }),
      );
    },
    change: async (steps, spentMs = 0) => {
      const updates = steps.map(toUpdate);
      const { matchedCount } = await attempt(PROMPT_MS - spentMs, (until) =>
        Message.collection.bulkWrite(updates, { ordered: true, ...until }),
      );
      if (matchedCount < steps.length) throw new OutOfDate('a message is not in the state it was known in');
    },
    newestChanges: async (count) => {
      const found = await attempt(PATIENT_MS, (until) =>
        Message.find({ rev: { $gte: 1 } }, null, until)
          .sort({ rev: -1 })
          .limit(count)
          .lean(),
      );
      return found.map(toMessage).reverse();
    },
    changesAfter: async (rev, limit) => {
      const found = await attempt(PROMPT_MS, (until) =>
        Message.find({ rev: { $gt: rev } }, null, { ...until, batchSize: BATCH })
          .sort({ rev: 1 })
          .limit(Math.min(limit, LIMIT_MAX))
          .lean(),
      );
      return found.map(toMessage);
    },
  };
}

/** @param {import('../backend.js').Step} step @returns {any} */
function toUpdate({ from, to }) {
  // A state that was never changed has no rev, which null matches.
  const filter = { _id: keyOf(from.user.id, from.clientId), rev: from.rev ?? null };
  const update = to.deleted
    ? { $set: { rev: to.rev, deleted: true }, $unset: { text: '' } }
    : { $set: { rev: to.rev, text: to.text } };
  return { updateOne: { filter, update } };
}

/** @param {Message} message @returns {any} */
function toDocument({ id, user, text, at, clientId }) {
  return { _id: keyOf(user.id, clientId), id, name: user.name, text, at };
}

/** @param {any} document @returns {Message} */
function toMessage({ _id, id, name, user, text, at, rev, deleted }) {
  const colon = _id.lastIndexOf(':'); // a clientId has none
  // Documents of older databases hold the user, and no name beside it.
  const author = { id: _id.slice(0, colon), name: name ?? user?.name };
  return messageOf({ id, user: author, text, at, clientId: _id.slice(colon + 1), rev, deleted });
}
