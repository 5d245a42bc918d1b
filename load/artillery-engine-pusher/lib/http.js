const { CookieJar } = require('tough-cookie');
const { PusherError } = require('./errors');

/** HTTP calls of one virtual user: cookies that a server sets go with the calls and the handshakes that follow. */
class Http {
  jar = new CookieJar();

  /** @param {string} [base] that addresses which begin with / are put behind */
  constructor(base = '') {
    this.base = base;
  }

  /**
   * @param {string} method
   * @param {{url: string, json?: unknown, form?: Record<string, string>, headers?: Record<string, string>}} request
   * @returns {Promise<{status: number, headers: Record<string, string>, body: string}>}
   * @throws {PusherError} `pusher.http_ECONNREFUSED` and the like
   */
  async call(method, { url, json, form, headers = {} }) {
    const address = this.resolve(url);
    /** @type {Record<string, string>} */
    const sent = { ...headers };
    const cookie = this.cookieHeader(address);
    if (cookie) sent.cookie = cookie;
    /** @type {string | URLSearchParams | undefined} */
    let body;
    if (json !== undefined) [body, sent['content-type']] = [JSON.stringify(json), 'application/json'];
    if (form !== undefined) body = new URLSearchParams(form);
    try {
      const response = await fetch(address, { method, headers: sent, body, redirect: 'manual' });
      for (const line of response.headers.getSetCookie()) this.jar.setCookieSync(line, address, { ignoreError: true });
      return { status: response.status, headers: Object.fromEntries(response.headers), body: await response.text() };
    } catch (failure) {
      const error = /** @type {Error & {cause?: {code?: string}}} */ (failure);
      throw new PusherError(`pusher.http_${error.cause?.code ?? 'failed'}`, `${method} ${address}: ${error.message}`);
    }
  }

  /** @param {string} url @returns {string} what a Cookie header for that address holds, '' for none */
  cookieHeader(url) {
    return this.jar.getCookieStringSync(this.resolve(url).replace(/^ws/, 'http'));
  }

  /** @param {string} url @returns {string} */
  resolve(url) {
    return url.startsWith('/') ? this.base + url : url;
  }
}

module.exports = { Http };
