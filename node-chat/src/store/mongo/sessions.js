import { SCAN_TIMEOUT_MS, unlessTaken } from './attempt.js';

/** @import { Models } from './models.js' */
/** @import { Attempt } from './attempt.js' */
/** @import { SessionRows } from '../database.js' */
/** @import { Session } from '../../chat/stores.js' */

/** @param {Models['Session']} Session @param {Attempt} attempt @returns {SessionRows} */
export function openSessions(Session, attempt) {
  return {
    find: async (handle) => {
      const found = await attempt((deadline) => Session.findById(handle, null, deadline).lean());
      return found && toSession(found);
    },
    save: async (sessions) => {
      const documents = sessions.map(
        ([handle, { user, expires }]) => /** @type {any} */ ({ _id: handle, user, expires }),
      );
      await unlessTaken(
        attempt((deadline) => Session.collection.insertMany(documents, { ordered: false, ...deadline })),
      );
    },
    // Not every server of this protocol supports TTL indexes.
    async prune() {
      const ended = { expires: { $lt: Date.now() } };
      await attempt((deadline) => Session.deleteMany(ended, deadline), SCAN_TIMEOUT_MS);
    },
    remove: async (handle) => void (await attempt((deadline) => Session.deleteOne({ _id: handle }, deadline))),
  };
}

/** @param {any} document @returns {Session} */
function toSession({ user, expires }) {
  return { user: { id: user.id, name: user.name }, expires };
}
