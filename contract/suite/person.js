import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { limits } from './contract.js';

let made = 0;

/** A login nobody has used before: at most 24 characters. @param {string} [stem] */
export const freshLogin = (stem = 'check') => `${stem}-${(made++).toString(36)}-${randomBytes(5).toString('hex')}`;

/** A clientId nobody has used before. */
export const freshClientId = () => `c${(made++).toString(36)}-${randomBytes(8).toString('hex')}`;

export const PASSWORD = 'open sesame';

/** The cookie pair, `name=value`, out of the Set-Cookie line of a session. @param {import('./request.js').Answer} answer */
export function sessionCookie(answer) {
  const line = answer.cookies.findLast((cookie) => /^(node|laravel)_chat=/.test(cookie));
  assert.ok(line, `no session cookie in the answer ${answer.status} ${answer.text.slice(0, 200)}`);
  return line.split(';')[0];
}

/** So often somebody comes again who was told to wait: that too many log in right now, or that they read too many pages. */
const TRIES = 30;

/** @param {import('./server.js').Server} server @param {{login: string, password: string, joinCode?: string}} json */
async function logInPatiently(server, json) {
  for (let tries = 1; ; tries++) {
    const answer = await server.call('/login', { method: 'POST', json, timeoutMs: 30_000 });
    if (answer.json?.error?.code !== 'too_many_logins' || tries === TRIES) return answer;
    await pause(1000 * Number(answer.headers['retry-after']) * (1 + Math.random() / 2));
  }
}

/** Somebody logged in: one session of one user. */
export class Person {
  /**
   * @param {import('./server.js').Server} server
   * @param {string} login @param {{id: string, name: string}} user @param {string} cookie
   */
  constructor(server, login, user, cookie) {
    this.server = server;
    this.login = login;
    this.user = user;
    this.cookie = cookie;
  }

  /**
   * Logs in, or registers where the login is new.
   * @param {import('./server.js').Server} server @param {string} [login] @param {string} [password]
   */
  static async enter(server, login = freshLogin(), password = PASSWORD) {
    const answer = await logInPatiently(server, { login, password, joinCode: server.joinCode });
    assert.ok([200, 201].includes(answer.status), `POST /login answered ${answer.status} ${answer.text.slice(0, 300)}`);
    return new Person(server, login, answer.json.user, sessionCookie(answer));
  }

  /** A second session of the same user. */
  again() {
    return Person.enter(this.server, this.login);
  }

  /** @param {string} path @param {import('./request.js').Call} [call] */
  get(path, call = {}) {
    return this.server.call(path, { cookie: this.cookie, ...call });
  }

  /** @param {string} path @param {any} json @param {import('./request.js').Call} [call] */
  post(path, json, call = {}) {
    return this.server.call(path, { method: 'POST', json, cookie: this.cookie, ...call });
  }

  /** PATCH /messages/ID. @param {number | string} id @param {any} text @param {import('./request.js').Call} [call] */
  edit(id, text, call = {}) {
    return this.server.call(`/messages/${id}`, { method: 'PATCH', json: { text }, cookie: this.cookie, ...call });
  }

  /** DELETE /messages/ID. @param {number | string} id @param {import('./request.js').Call} [call] */
  remove(id, call = {}) {
    return this.server.call(`/messages/${id}`, { method: 'DELETE', json: {}, cookie: this.cookie, ...call });
  }

  /** POST /messages. @param {any} text @param {any} [clientId] */
  say(text, clientId = freshClientId()) {
    return this.post('/messages', { text, clientId });
  }

  /** Stores a message and gives it back. @param {string} [text] */
  async store(text = 'hello') {
    const answer = await this.say(text);
    assert.equal(answer.status, 201, `POST /messages answered ${answer.status} ${answer.text.slice(0, 300)}`);
    return answer.json.message;
  }

  /** One page of messages, waited for where this user has read too many. @param {string} [query] such as after=3&limit=20 */
  async page(query = '') {
    let answer = await this.get(`/messages${query && `?${query}`}`);
    for (let tries = 1; answer.json?.error?.code === 'too_many_pages' && tries < TRIES; tries++) {
      await pause(1000 * Number(answer.headers['retry-after']));
      answer = await this.get(`/messages${query && `?${query}`}`);
    }
    assert.equal(answer.status, 200, `GET /messages?${query} answered ${answer.status} ${answer.text.slice(0, 300)}`);
    return answer.json;
  }

  /** Every message above an id, as a client catches up. @param {number} after @returns {Promise<any[]>} */
  catchUp(after) {
    return this.#pages('after', 'id', after, limits.pageMax);
  }

  /** What changed after a revision, as a client catches up. @param {number} rev @param {number} [limit] of a page @returns {Promise<any[]>} */
  changesSince(rev, limit = limits.pageMax) {
    return this.#pages('changedAfter', 'rev', rev, limit);
  }

  /** @param {string} parameter that a page begins after @param {'id' | 'rev'} member of a message that says where the next one does @param {number} from @param {number} limit */
  async #pages(parameter, member, from, limit) {
    const found = [];
    for (let last = from; ;) {
      const { messages, more } = await this.page(`${parameter}=${last}&limit=${limit}`);
      assert.ok(messages.length <= limit, `${messages.length} messages in a page of ${limit}`);
      found.push(...messages);
      if (!more) return found;
      assert.ok(messages.length > 0, `there is more with ${parameter}=${last}, but the page is empty`);
      last = messages.at(-1)[member];
    }
  }

  logOut() {
    return this.post('/logout', {});
  }
}
