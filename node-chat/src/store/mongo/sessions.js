import { DuplicateKey } from '../backendErrors.js';
import { attempt, PATIENT_MS, PROMPT_MS } from './attempt.js';

/** @param {import('./models.js').Models['Session']} Session @returns {import('../backend.js').BackendSessions} */
export function sessions(Session) {
  return {
    some: async (count) => {
      const found = await attempt(PATIENT_MS, (until) => Session.find({}, null, until).limit(count).lean());
      return found.map((/** @type {any} */ document) => [String(document._id), toSession(document)]);
    },
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
    // By hand: not every server of this protocol honours a TTL index.
    prune: async () =>
      void (await attempt(PATIENT_MS, (until) => Session.deleteMany({ expires: { $lt: Date.now() } }, until))),
    remove: async (key) => void (await attempt(PROMPT_MS, (until) => Session.deleteOne({ _id: key }, until))),
  };
}

/** @param {any} document @returns {import('../backend.js').Session} */
function toSession({ user, expires }) {
  return { user: { id: user.id, name: user.name }, expires };
}
