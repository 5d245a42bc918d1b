import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';

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

  /** Every message above an id, page by page, as a client catches up. @param {number} after @returns {Promise<any[]>} */
  async catchUp(after) {
    const found = [];
    for (let last = after; ;) {
      const { messages, more } = await this.page(`after=${last}&limit=200`);
      found.push(...messages);
      if (!more) return found;
      assert.ok(messages.length > 0, `there are more messages after ${last}, but the page is empty`);
      last = messages.at(-1).id;
    }
  }

  logOut() {
    return this.post('/logout', {});
  }
}
