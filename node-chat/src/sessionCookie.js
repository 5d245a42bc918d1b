import fastifyCookie from '@fastify/cookie';
import { createHash, randomBytes } from 'node:crypto';
import { contract } from './contract.js';

export const COOKIE = contract.cookies.node;
const TOKEN_BYTES = 24;

/** A random token, which the session's cookie holds. */
export const newToken = () => randomBytes(TOKEN_BYTES).toString('base64url');

/**
 * The handle of a session: what the store and the sockets know it by. It cannot be turned back into the cookie, so
 * that a copy of the database opens nobody's session.
 * @param {string} token
 */
export const handleOf = (token) => createHash('sha256').update(token).digest('base64url');

/** @param {string | undefined} header the Cookie header of a handshake @returns {string | undefined} the handle */
export function handleIn(header) {
  const token = header && /** @type {any} */ (fastifyCookie).parse(header)[COOKIE];
  return token ? handleOf(token) : undefined;
}
