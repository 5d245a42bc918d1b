import { DuplicateKey, PATIENT_MS, PROMPT_MS } from './attempt.js';

/** @import { Models } from './models.js' */
/** @import { Attempt } from './attempt.js' */
/** @import { SessionRows } from '../database.js' */
/** @import { Session } from '../../chat/stores.js' */

/** @param {Models['Session']} Session @param {Attempt} attempt @returns {SessionRows} */
export function openSessions(Session, attempt) {
  return {
    find: async (key) => {
      const found = await attempt(PROMPT_MS, (until) => Session.findById(key, null, until).lean());
      return found && toSession(found);
    },
    save: async (sessions) => {
      const documents = sessions.map(([key, { user, expires }]) => /** @type {any} */ ({ _id: key, user, expires }));
      try {
        await attempt(PROMPT_MS, (until) => Session.collection.insertMany(documents, { ordered: false, ...until }));
      } catch (error) {
        if (!(error instanceof DuplicateKey)) throw error;
      }
    },
    // Explicitly, because not every server of this protocol supports TTL indexes.
    prune: async () =>
      void (await attempt(PATIENT_MS, (until) => Session.deleteMany({ expires: { $lt: Date.now() } }, until))),
    remove: async (key) => void (await attempt(PROMPT_MS, (until) => Session.deleteOne({ _id: key }, until))),
  };
}

/** @param {any} document @returns {Session} */
function toSession({ user, expires }) {
  return { user: { id: user.id, name: user.name }, expires };
}
