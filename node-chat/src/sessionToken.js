import fastifyCookie from '@fastify/cookie';
import { createHash, randomBytes } from 'node:crypto';
import { contract } from './contract.js';

/** @import { IncomingHttpHeaders } from 'node:http' */

export const COOKIE = contract.cookies.node;
const BEARER = /^Bearer +(\S+)$/i;
// The package's types omit members of its default export.
const parseCookies = /** @type {any} */ (fastifyCookie).parse;
const TOKEN_BYTES = 24;

export const newToken = () => randomBytes(TOKEN_BYTES).toString('base64url');

/**
 * The handle of a session, for the store and the sockets. It does not reveal the token, so that a copy of the database
 * opens no session.
 * @param {string} token
 */
export const handleOf = (token) => createHash('sha256').update(token).digest('base64url');

/**
 * The handle of the session in a request or a handshake. A client without cookies sends its token as
 * `Authorization: Bearer`.
 * @param {IncomingHttpHeaders} headers
 * @param {unknown} [token] from a handshake's `auth`
 * @returns {string | undefined}
 */
export function readHandle({ authorization, cookie }, token) {
  const value = token ?? BEARER.exec(authorization ?? '')?.[1] ?? (cookie && parseCookies(cookie)[COOKIE]);
  return typeof value === 'string' && value !== '' ? handleOf(value) : undefined;
}
