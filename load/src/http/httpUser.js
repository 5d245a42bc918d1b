import { randomInt, randomUUID } from 'node:crypto';
import { Client } from 'undici';
import { now } from '../machine/clock.js';
import { parsed } from '../wire/postMessage.js';

/** @import { HttpRequest } from '../job.js' */

// A user waits this long for an answer.
const PATIENCE_MS = 20_000;

/**
 * @typedef {object} Answer
 * @property {string} name the request's name
 * @property {number} status 0: no answer came
 * @property {string} [code] the error's code; without one, the answer was a 2xx with all values that the request saves
 * @property {number} intendedAt ms since 1970
 * @property {number} answeredAt ms since 1970
 */

/**
 * One user with a connection, who makes the requests of a workload one after the other, over and over. The user sends
 * cookies back, and a saved `token` as a bearer token.
 */
export class HttpUser {
  /** @type {Record<string, any>} values of earlier answers, and the user's number */
  #saved;
  /** @type {Map<string, string>} */
  #cookies = new Map();
  /** @type {HttpRequest[]} the requests of this round that are left to make */
  #round = [];
  #requestsLeft = Infinity;
  #isNew = true;
  /** @type {Promise<unknown>} */
  #lastAnswer = Promise.resolve();
  #client;

  /**
   * @param {{base: string, requests: HttpRequest[], reconnectAfter?: [number, number],
   *   vars: Record<string, any>}} options base: origin of the server
   */
  constructor({ base, requests, reconnectAfter, vars }) {
    this.base = base;
    this.requests = requests;
    this.reconnectAfter = reconnectAfter;
    this.#saved = vars;
    this.#client = this.#connection();
  }

  /**
   * Makes the next request when the one before it is answered.
   * @param {number} intendedAt ms since 1970 @returns {Promise<Answer>}
   */
  next(intendedAt) {
    const answer = this.#lastAnswer.then(async () => {
      if (this.#requestsLeft-- <= 0) await this.#startOver();
      return this.ask(this.#nextRequest(), intendedAt);
    });
    this.#lastAnswer = answer;
    return answer;
  }

  /** @param {HttpRequest} wanted @param {number} [intendedAt] @returns {Promise<Answer>} */
  async ask({ name, method = 'GET', path, json, bytes, save }, intendedAt = now()) {
    const body = bytes ? Buffer.alloc(bytes, 'x') : json && this.#filled(JSON.stringify(json));
    const type = bytes ? 'application/octet-stream' : 'application/json';
    try {
      const response = await this.#client.request({
        method: /** @type {any} */ (method),
        path: this.#filled(path),
        headers: { ...this.#session(), ...(body && { 'content-type': type }) },
        body,
        reset: false, // undici would close the connection after a DELETE with a body
      });
      const text = await response.body.text();
      const answeredAt = now();
      this.#keepCookies(response.headers['set-cookie']);
      const { statusCode: status } = response;
      const isGood = status >= 200 && status < 300;
      const code = isGood ? save && this.#save(save, text) : codeOf(text, status);
      return { name, status, intendedAt, answeredAt, code };
    } catch (error) {
      const { code = 'request_failed' } = /** @type {NodeJS.ErrnoException} */ (error);
      return { name, status: 0, code, intendedAt, answeredAt: now() };
    }
  }

  /** @returns {Promise<void>} */
  close() {
    return this.#client.destroy();
  }

  #nextRequest() {
    if (this.#round.length === 0) {
      this.#round = this.requests.filter(({ once }) => this.#isNew || !once);
      this.#isNew = false;
    }
    return /** @type {HttpRequest} */ (this.#round.shift());
  }

  #connection() {
    const [leastRequests, mostRequests] = this.reconnectAfter ?? [Infinity, Infinity];
    this.#requestsLeft = this.reconnectAfter ? randomInt(leastRequests, mostRequests + 1) : Infinity;
    return new Client(this.base, { headersTimeout: PATIENCE_MS, bodyTimeout: PATIENCE_MS });
  }

  /** Begins a new session on a new connection. */
  async #startOver() {
    await this.#client.close();
    this.#client = this.#connection();
    this.#requestsLeft--;
    this.#cookies.clear();
    this.#round = [];
    this.#isNew = true;
  }

  /** @returns {Record<string, string>} headers that carry the session */
  #session() {
    const cookie = [...this.#cookies].map((pair) => pair.join('=')).join('; ');
    const { token } = this.#saved;
    return { ...(cookie && { cookie }), ...(token && { authorization: `Bearer ${token}` }) };
  }

  /** @param {string | string[] | undefined} lines */
  #keepCookies(lines) {
    for (const line of [lines ?? []].flat()) {
      const [name, ...value] = line.split(';', 1)[0].split('=');
      this.#cookies.set(name, value.join('='));
    }
  }

  /** @param {string} text with {name}, {name-1} or {unique} in it @returns {string} */
  #filled(text) {
    return text.replace(/\{(\w+)(-1)?\}/g, (_, name, less) => {
      if (name === 'unique') return randomUUID().replaceAll('-', '');
      return String(less ? this.#saved[name] - 1 : this.#saved[name]);
    });
  }

  /**
   * @param {Record<string, string>} paths @param {string} text
   * @returns {string | undefined} an error code if the text is no JSON
   */
  #save(paths, text) {
    const answer = parsed(text);
    if (answer === null) return 'no_json';
    for (const [name, path] of Object.entries(paths))
      this.#saved[name] = path.split('.').reduce((value, key) => value?.[key], answer);
    return undefined;
  }
}

/** @param {string} text @param {number} status @returns {string} the server's error code, else `http_STATUS` */
const codeOf = (text, status) => parsed(text)?.error?.code ?? `http_${status}`;
