import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { askPatiently } from './busy.js';
import { expectAnswer } from './schemas.js';
import { wires } from './wires.js';

/** @import { Connection, JoinOptions } from './wires.js' */

/**
 * One client for every server of the contract, over both wires. It checks every answer and every event against
 * openapi.yaml.
 *
 * @typedef {{status: number, headers: Headers, text: string, json: any}} Answer json: undefined if the body is not JSON
 * @typedef {{json?: unknown, body?: BodyInit, cookie?: string, headers?: Record<string, string>}} CallOptions json:
 *   sent as JSON, with its content type; body: sent as it is
 * @typedef {Awaited<ReturnType<typeof createClient>>} Client
 * @typedef {Awaited<ReturnType<Client['person']>>} Person
 */

export const PASSWORD = 'open sesame';

/** Makes an unused id. @returns {string} 32 characters of A-Z, a-z, 0-9, _ and - */
export const freshId = () => randomUUID().replaceAll('-', '');

/** Makes an unused login. */
export const freshLogin = () => `p-${freshId().slice(0, 16)}`;

/** Makes the body of a login, by default a new user's. @param {Record<string, unknown>} [fields] */
export const loginOf = (fields) => ({
  login: freshLogin(),
  password: PASSWORD,
  joinCode: process.env.CHAT_JOIN_CODE,
  ...fields,
});

/**
 * @param {string} url such as http://127.0.0.1:3000
 * @throws {Error} if no server of the contract answers there
 */
export async function createClient(url) {
  const { origin } = new URL(url);
  const { json: config } = await call('GET', '/config').catch((error) => {
    throw new Error(`${origin} gave no /config of a chat: ${error.cause?.message ?? error.message}`, { cause: error });
  });
  const server = { call, config };
  const wire = wires[config.wire];

  /**
   * Makes one HTTP call and checks the answer.
   * @param {string} method @param {string} path @param {CallOptions} [options]
   * @returns {Promise<Answer>}
   */
  async function call(method, path, { json, body, cookie, headers } = {}) {
    const response = await fetch(origin + path, {
      method,
      redirect: 'manual',
      headers: {
        ...(json !== undefined && { 'content-type': 'application/json' }),
        ...(cookie && { cookie }),
        ...headers,
      },
      body: json === undefined ? body : JSON.stringify(json),
    });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.startsWith('application/json');
    const answer = {
      status: response.status,
      headers: response.headers,
      text,
      json: isJson ? JSON.parse(text) : undefined,
    };
    expectAnswer(answer, method, path);
    return answer;
  }

  /**
   * Logs a user in: a new one unless a login is given.
   * @param {string} [login] @param {string} [password]
   */
  async function person(login = freshLogin(), password = PASSWORD) {
    const json = loginOf({ login, password });
    const answer = await askPatiently(async () => {
      const each = await call('POST', '/login', { json });
      return { ...each, code: each.json.error?.code };
    });
    assert.ok([200, 201].includes(answer.status), `POST /login: ${answer.status} ${answer.text}`);
    return withSession({ user: answer.json.user, login, cookie: cookiesOf(answer) });
  }

  /** @param {{user: {id: string, name: string}, login: string, cookie: string}} session */
  function withSession({ user, login, cookie }) {
    const ask = (/** @type {string} */ method, /** @type {string} */ path, /** @type {CallOptions} */ options = {}) =>
      call(method, path, { cookie, ...options });
    return {
      user,
      login,
      cookie,
      call: ask,
      get: (/** @type {string} */ path) => ask('GET', path),
      post: (/** @type {string} */ path, /** @type {unknown} */ json = {}) => ask('POST', path, { json }),
      /** Sends a message over HTTP. */
      say: (
        /** @type {unknown} */ text,
        /** @type {unknown} */ clientId = freshId(),
        /** @type {any} */ replyTo = undefined,
      ) => ask('POST', '/messages', { json: { text, clientId, replyTo } }),
      edit: (/** @type {number} */ id, /** @type {unknown} */ text) =>
        ask('PATCH', `/messages/${id}`, { json: { text } }),
      remove: (/** @type {number} */ id) => ask('DELETE', `/messages/${id}`, { json: {} }),
      /**
       * Opens a socket and joins.
       * @param {JoinOptions} [options]
       * @throws {{code: string}} if the server refuses
       */
      join: (options) => wire.join(server, cookie, options),
      /** Joins by a socket without a client library, for packets that no library sends. */
      joinRaw: () => wire.joinRaw(server, cookie),
      /** Opens a socket with this session, but does not join. */
      openSocket: () => wire.openRaw(server, { cookie }),
      logOut: () => ask('POST', '/logout', { json: {} }),
    };
  }

  return {
    url: origin,
    config,
    call,
    person,
    /** Gives the client of a session that began at another process of this chat. */
    withSession,
    /** @type {(name: string) => boolean} */
    has: (feature) => config.features.includes(feature),
    /**
     * Opens a socket without joining, to see the answer to the handshake.
     * @param {Record<string, string>} [headers]
     */
    openSocket: (headers) => wire.openRaw(server, headers),
  };
}

/** Makes the Cookie header that a browser would send after this answer. @param {Answer} answer */
export const cookiesOf = ({ headers }) =>
  headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');

/** Reads all messages above an id. @param {Person} reader @param {number} after @returns {Promise<any[]>} */
export async function messagesAfter(reader, after) {
  /** @type {any[]} */
  const all = [];
  for (;;) {
    const { json } = await reader.get(`/messages?after=${all.at(-1)?.id ?? after}&limit=200`);
    all.push(...json.messages);
    if (!json.more) return all;
  }
}
