import { Person } from './person.js';
import { eventually } from './expect.js';
import assert from 'node:assert/strict';

/** What one run of one check may use: the server, fresh people, connections that are closed when it ends. */
export class Trial {
  /** @param {import('./server.js').Server} server @param {(() => Promise<void>) | undefined} restart */
  constructor(server, restart) {
    this.server = server;
    this.driver = server.driver;
    this.call = server.call;
    this.restartServer = restart;
    /** @type {(() => void)[]} */
    this.endings = [];
  }

  /** Somebody new, logged in. @param {string} [login] @param {string} [password] */
  person(login, password) {
    return Person.enter(this.server, login, password);
  }

  /** @param {number} count */
  people(count) {
    return Promise.all(Array.from({ length: count }, () => this.person()));
  }

  /** A joined client of that person. @param {Person} person @param {import('../drivers/driver.js').JoinOptions} [options] */
  async join(person, options) {
    const connection = await this.driver.join(this.server, person.cookie, options);
    this.endings.push(connection.close);
    return connection;
  }

  /** Somebody new who has joined. @param {string} [login] */
  async joined(login) {
    const person = await this.person(login);
    return { person, connection: await this.join(person) };
  }

  /** A joined client on a bare WebSocket. @param {Person} person @param {{join?: boolean}} [options] */
  async raw(person, options) {
    const connection = await this.driver.raw(this.server, person.cookie, options);
    this.endings.push(() => connection.socket.terminate());
    return connection;
  }

  /** POST without a session. @param {string} path @param {any} json @param {import('./request.js').Call} [call] */
  post(path, json, call = {}) {
    return this.call(path, { method: 'POST', json, ...call });
  }

  /** The figures of /metrics: `name` or `name{labels}` to value. @returns {Promise<Record<string, number>>} */
  async figures() {
    const answer = await this.call('/metrics');
    assert.equal(answer.status, 200);
    const lines = answer.text.split('\n').filter((line) => line && !line.startsWith('#'));
    return Object.fromEntries(
      lines.map((line) => {
        const end = line.lastIndexOf(' ');
        return [line.slice(0, end), Number(line.slice(end + 1))];
      }),
    );
  }

  /**
   * Waits until a figure has grown by `by` since `before`. @param {Record<string, number>} before
   * @param {string} name @param {number} by
   */
  async grownBy(before, name, by) {
    await eventually(async () => {
      const now = await this.figures();
      assert.equal((now[name] ?? 0) - (before[name] ?? 0), by, `growth of ${name}`);
    }, 2500);
  }

  end() {
    for (const ending of this.endings) ending();
  }
}
