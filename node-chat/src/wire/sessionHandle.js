import { createHash } from 'node:crypto';

/**
 * The handle of a session: what the store and the sockets know it by. It cannot be turned back into the cookie, so
 * that a copy of the database opens nobody's session.
 * @param {string} sessionId
 */
export const handleOf = (sessionId) => createHash('sha256').update(sessionId).digest('base64url');
