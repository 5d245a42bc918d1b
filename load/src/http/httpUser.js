import { randomUUID } from 'node:crypto';
import { request } from 'undici';
import { now } from '../ledger/clock.js';

/**
 * @typedef {object} Answer
 * @property {string} name of the request @property {number} status 0: the connection failed
 * @property {string} [code] of what was not a 2xx @property {number} intendedAt @property {number} answeredAt ms since 1970
 */

/** One user, who makes the requests of a workload one after the other, from the first one again after the last. */
export class HttpUser {
  #made = 0;
  /** @type {Record<string, any>} what earlier answers left */
  #saved = {};
  /** @type {Promise<unknown>} */
  #before = Promise.resolve();

  /**
   * @param {{base: string, dispatcher: import('undici').Dispatcher, cookie?: string,
   *   requests: import('../workload/workloads.js').HttpRequest[]}} options base: origin of the server
   */
  constructor({ base, dispatcher, requests, cookie }) {
    this.base = base;
    this.dispatcher = dispatcher;
    this.requests = requests;
    this.headers = { ...(cookie && { cookie }) };
  }

  /**
   * The next request, once the one before it is answered.
   * @param {number} intendedAt ms since 1970 @returns {Promise<Answer>}
   */
  next(intendedAt) {
    const answer = this.#before.then(() => this.#ask(this.requests[this.#made++ % this.requests.length], intendedAt));
    this.#before = answer;
    return answer;
  }

  /** @param {import('../workload/workloads.js').HttpRequest} wanted @param {number} intendedAt @returns {Promise<Answer>} */
  async #ask({ name, method = 'GET', path, json, save }, intendedAt) {
    const { dispatcher } = this;
    const body = json && this.#filled(JSON.stringify(json));
    const headers = { ...this.headers, ...(body && { 'content-type': 'application/json' }) };
    try {
      const response = await request(this.base + this.#filled(path), {
        ...{ dispatcher, headers, method: /** @type {any} */ (method) },
        ...(body && { body }),
      });
      const text = await response.body.text();
      const answeredAt = now();
      const status = response.statusCode;
      const isGood = status >= 200 && status < 300;
      if (isGood && save) this.#save(save, JSON.parse(text));
      return { name, status, intendedAt, answeredAt, ...(!isGood && { code: codeOf(text, status) }) };
    } catch (error) {
      const { code = 'request_failed' } = /** @type {NodeJS.ErrnoException} */ (error);
      return { name, status: 0, code, intendedAt, answeredAt: now() };
    }
  }

  /** @param {string} text with {name}, {name-1} or {unique} in it @returns {string} */
  #filled(text) {
    return text.replace(/\{(\w+)(-1)?\}/g, (_, name, less) => {
      if (name === 'unique') return randomUUID().replaceAll('-', '');
      return String(less ? this.#saved[name] - 1 : this.#saved[name]);
    });
  }

  /** @param {Record<string, string>} wanted @param {any} answer */
  #save(wanted, answer) {
    for (const [name, path] of Object.entries(wanted))
      this.#saved[name] = path.split('.').reduce((value, key) => value?.[key], answer);
  }
}

/** @param {string} text @param {number} status @returns {string} the server's error code, else by status */
function codeOf(text, status) {
  try {
    return JSON.parse(text).error.code ?? `http_${status}`;
  } catch {
    return `http_${status}`;
  }
}
