import assert from 'node:assert/strict';
import { limits } from '../suite/contract.js';
import { Person } from '../suite/person.js';
import { holdOpen, sendRaw } from './rawHttp.js';
import { RawSocket } from './rawSocket.js';
import { wires } from './wires.js';

// A server may look at the times of its connections now and then.
export const NEVER_FINISHED_MS = 2 * limits.requestSeconds * 1000;

/** What an entry attacks with. */
export class Attacker {
  /** @param {import('../suite/server.js').Server} server @param {Person} person */
  constructor(server, person) {
    this.server = server;
    this.person = person;
    this.wire = wires[server.config.wire];
    this.page = server.url;
    this.socketPort = new URL(server.config.socketUrl.replace(/^ws/, 'http'));
    /** @type {string | undefined} the address its connections come from */
    this.from = undefined;
    /** @type {(() => void)[]} */
    this.endings = [];
  }

  /** @param {import('../suite/server.js').Server} server */
  static async enter(server) {
    return new Attacker(server, await Person.enter(server));
  }

  /**
   * A POST of a body as it is, with the attacker's session.
   * @param {string} path @param {string | Buffer} body @param {Record<string, string>} [headers]
   */
  post(path, body, headers = {}) {
    return this.server.call(path, {
      method: 'POST',
      body,
      cookie: this.person.cookie,
      headers: { 'content-type': 'application/json', ...headers },
    });
  }

  /**
   * Bytes to the page's port; one of the statuses, or the connection closed without an answer where `closed` is
   * allowed.
   * @param {string | Buffer} bytes @param {(number | 'closed' | 'silence')[]} allowed
   * @param {{ms?: number, answers?: number, url?: URL}} [options]
   */
  async raw(bytes, allowed, { url = this.page, ...until } = {}) {
    const answer = await sendRaw(url, bytes, until);
    const [status] = answer.statuses;
    const seen = status ?? (answer.closed ? 'closed' : 'silence');
    assert.ok(
      /** @type {any[]} */ (allowed).includes(seen),
      `answered ${seen}, expected ${allowed.join(' or ')}: ${answer.text.slice(0, 200)}`,
    );
    return answer;
  }

  /**
   * A server hangs up by itself on requests that begin and never end.
   * @param {string} beginning @param {string} [drip] what comes behind it, again and again
   */
  async outlasts(beginning, drip, url = this.socketPort) {
    const { release, leftAfter } = await holdOpen(url, 10, beginning, { drip });
    this.endings.push(release);
    const left = await leftAfter(NEVER_FINISHED_MS);
    assert.equal(left, 0, `${left} of 10 are still open after ${NEVER_FINISHED_MS / 1000} s`);
  }

  /** A request head for the page. @param {string} line such as GET /me @param {string[]} [headers] */
  head(line, headers = []) {
    return `${line} HTTP/1.1\r\n${[`host: ${this.page.host}`, ...headers].join('\r\n')}\r\n\r\n`;
  }

  /**
   * A WebSocket whose handshake is done, not joined.
   * @param {Record<string, string | undefined>} [headers] @param {string} [address]
   */
  async socket(headers = {}, address = this.wire.address(this.server)) {
    const raw = await RawSocket.open(address, { cookie: this.person.cookie, ...headers }, this.from);
    this.endings.push(() => raw.end());
    return raw;
  }

  /** A WebSocket that has joined the chat. */
  async joined() {
    const raw = await this.socket();
    assert.equal(raw.status, 101, `the handshake got ${raw.status}`);
    await this.wire.join(this.server, this.person.cookie, raw);
    return raw;
  }

  end() {
    for (const ending of this.endings) ending();
    this.endings = [];
  }
}
