/**
 * A message out of what a database has of it: with a rev where it was changed, without a text where it was deleted.
 * @param {import('./backend.js').Message} stored
 * @returns {import('./backend.js').Message}
 */
export function messageOf({ id, user, text, at, clientId, rev, deleted }) {
  if (rev === undefined) return { id, user, text, at, clientId };
  return deleted ? { id, user, at, clientId, deleted, rev } : { id, user, text, at, clientId, rev };
}
