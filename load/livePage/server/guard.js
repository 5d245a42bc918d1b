import crypto from 'node:crypto';
import os from 'node:os';

/** A request that is not let in; code: what the answer names. */
export class NotAllowed extends Error {
  /** @param {number} statusCode @param {string} code @param {string} message */
  constructor(statusCode, code, message) {
    super(message);
    this.statusCode = statusCode;
    this.code = code;
  }
}

const COOKIE = 'live_token';
const LOOPBACK = ['127.0.0.1', 'localhost', '[::1]'];

/** @param {string} host @returns {boolean} whether nobody outside of this machine reaches it */
export const isLoopback = (host) => /^(localhost|127(\.\d{1,3}){3}|::1)$/.test(host);

/**
 * Who may use the page. A name that leads here by somebody else's DNS is no name of this server's, and no page of another origin, those of other ports
 * of this machine included, may ask for anything: it could start a load run.
 */
export class Guard {
  /** @param {{host: string, port: () => number, token: string | null}} server token: null where whoever is on this machine may use it */
  constructor({ host, port, token }) {
    this.host = host;
    this.port = port;
    this.token = token;
  }

  /** @returns {string[]} what a Host header may be */
  hosts() {
    const everywhere = this.host === '0.0.0.0' || this.host === '::';
    const names = everywhere ? [...addresses(), os.hostname()] : isLoopback(this.host) ? [] : [inUrl(this.host)];
    return [...LOOPBACK, ...names].map((name) => `${name}:${this.port()}`);
  }

  /**
   * @param {{method: string, path: string, headers: import('node:http').IncomingHttpHeaders, token?: string}} request token: of its address
   * @throws {NotAllowed}
   */
  check({ method, path, headers, token }) {
    const { host = '', origin } = headers;
    if (!this.hosts().includes(host.toLowerCase()))
      throw new NotAllowed(421, 'host_not_allowed', `This server is not ${host}: open ${this.address()}`);
    if (origin !== undefined && origin !== `http://${host.toLowerCase()}`)
      throw new NotAllowed(403, 'origin_not_allowed', 'Pages of other origins may not use this server.');
    const site = headers['sec-fetch-site'];
    const isPage = method === 'GET' && path === '/';
    if (!isPage && site !== undefined && site !== 'same-origin' && site !== 'none')
      throw new NotAllowed(403, 'origin_not_allowed', 'Pages of other origins may not use this server.');
    if (this.token !== null && !equal(token ?? cookieOf(headers.cookie), this.token))
      throw new NotAllowed(401, 'token_needed', 'Open the address with the token that load/live printed.');
  }

  /** @returns {string} a cookie that holds the token from now on */
  cookie() {
    return `${COOKIE}=${this.token}; HttpOnly; SameSite=Strict; Path=/`;
  }

  /** @returns {string} what to open in a browser */
  address() {
    const name = this.host === '0.0.0.0' || this.host === '::' ? (addresses()[0] ?? '127.0.0.1') : inUrl(this.host);
    return `http://${name}:${this.port()}/${this.token === null ? '' : `?token=${this.token}`}`;
  }
}

/** @returns {string} that nobody guesses */
export const newToken = () => crypto.randomBytes(16).toString('hex');

/** @returns {string[]} of this machine, as a URL has them, without those of loopback */
const addresses = () =>
  Object.values(os.networkInterfaces())
    .flatMap((all) => all ?? [])
    .filter(({ internal, address }) => !internal && !address.startsWith('fe80'))
    .map(({ address }) => inUrl(address));

/** @param {string} host */
const inUrl = (host) => (host.includes(':') ? `[${host}]` : host.toLowerCase());

/** @param {string} [header] @returns {string} */
function cookieOf(header = '') {
  const found = header.split('; ').find((one) => one.startsWith(`${COOKIE}=`));
  return found?.slice(COOKIE.length + 1) ?? '';
}

/** Takes as long whatever the token is. @param {string} given @param {string} token */
function equal(given, token) {
  const digest = (/** @type {string} */ text) => crypto.createHash('sha256').update(text).digest();
  return crypto.timingSafeEqual(digest(given), digest(token));
}
