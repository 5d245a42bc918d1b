import fastifyCookie from '@fastify/cookie';
import { contract } from '../contract.js';

/**
 * The signed cookie that carries the session id, for both wires.
 * @param {string} secret
 */
export function createSessionCookie(secret) {
  const signer = new fastifyCookie.Signer(secret);
  const name = contract.cookies.node;
  return {
    name,
    signer,
    /** @param {string} sessionId @returns {string} the Cookie header that carries it */
    header: (sessionId) => `${name}=${signer.sign(sessionId)}`,
    /**
     * @param {string | undefined} header the Cookie header of a handshake
     * @returns {string | null} the session id, null where there is none or its signature is wrong
     */
    read(header) {
      const cookie = header && /** @type {any} */ (fastifyCookie).parse(header)[name];
      const unsigned = cookie ? signer.unsign(cookie) : null;
      return unsigned?.valid ? unsigned.value : null;
    },
  };
}

/** @typedef {ReturnType<typeof createSessionCookie>} SessionCookie */
