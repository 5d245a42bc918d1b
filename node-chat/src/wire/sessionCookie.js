import fastifyCookie from '@fastify/cookie';
import { contract } from '../contract.js';

/** The signed cookie that carries the session id, for both wires. @param {string} secret */
export function createSessionCookie(secret) {
  const signer = base64urlSigner(secret);
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
      const cookie = header && /** @type {any} */ (fastifyCookie).parse(header, { decode: cookieValue })[name];
      const unsigned = cookie ? signer.unsign(cookie) : null;
      return unsigned?.valid ? unsigned.value : null;
    },
  };
}

/** @typedef {ReturnType<typeof createSessionCookie>} SessionCookie */

/** Some clients put a value that holds the "/" of Base64 in quotes. Base64url has none. @param {string} secret */
function base64urlSigner(secret) {
  const base64 = new fastifyCookie.Signer(secret);
  return {
    /** @param {string} value */
    sign: (value) => base64.sign(value).replaceAll('+', '-').replaceAll('/', '_'),
    /** @param {string} signed */
    unsign(signed) {
      const dot = signed.lastIndexOf('.');
      const signature = signed
        .slice(dot + 1)
        .replaceAll('-', '+')
        .replaceAll('_', '/');
      return base64.unsign(`${signed.slice(0, dot)}.${signature}`);
    },
  };
}

/**
 * The value of a cookie as it was given out: one pair of quotes around it counts for nothing (RFC 6265, 4.1.1).
 * @param {string} sent
 */
export function cookieValue(sent) {
  const value = sent.replace(/^"(.*)"$/, '$1');
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}
