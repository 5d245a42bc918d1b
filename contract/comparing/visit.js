import { allow } from './allowed.js';
import { bytesOf } from './call.js';
import { Connection } from './connection.js';
import { Sockets } from './sockets.js';
import { shown } from './shown.js';

/** @typedef {import('./call.js').Step} Step @typedef {import('./call.js').Call} Call */

/** What a raw step ends with: the server closes behind its answer, so nobody waits for what does not come. */
const CLOSING = 'GET /empty HTTP/1.1\r\nhost: ‹host›\r\nconnection: close\r\n\r\n';

const CUT_MS = 300;
// What has been stored is acknowledged and told within milliseconds; on a busy machine it may take longer.
const PATIENCE_MS = 8000;

const isCutOff = allow(
  'a request that does not come to its end is cut off, by 408 or without an answer',
  (/** @type {import('./connection.js').Seen | undefined} */ seen) =>
    !seen || seen.status === 408 || seen.status === 400,
);

/** One server of the pair, and what has to be known of it to compare what it says. */
export class Side {
  /** @param {import('../suite/server.js').Server} server */
  constructor(server) {
    this.server = server;
    this.url = server.url;
    this.cookie = server.config.wire === 'pusher' ? 'laravel_chat' : 'node_chat';
    /** Ids up to here were given before the two were compared. */
    this.base = 0;
    /** The highest id given. */
    this.last = 0;
    /** Revisions up to here were given before. */
    this.revBase = 0;
    /** The highest revision given. */
    this.rev = 0;
    /** @type {import('../suite/person.js').Person | undefined} who looks at the store */
    this.observer = undefined;
    /** The observer has read up to this id. */
    this.read = 0;
    /** @type {Map<string, string>} id of a user by name */
    this.users = new Map();
    /** @type {Map<string, import('./wires.js').Heard>} frames that were read */
    this.framesRead = new Map();
    /** So long a socket waits for what is due. */
    this.patienceMs = PATIENCE_MS;
  }

  /** @param {any} message as an answer or an event has it */
  heard(message) {
    if (Number.isInteger(message?.id) && message.id > this.last) this.last = message.id;
    if (Number.isInteger(message?.rev) && message.rev > this.rev) this.rev = message.rev;
  }
}

/** One episode at one server: its people, its sessions, its connection. */
export class Visit {
  /** @param {Side} side @param {string} name that begins every login and clientId of this episode @param {string} address the local one */
  constructor(side, name, address) {
    this.side = side;
    this.name = name;
    this.address = address;
    /** @type {any} the id of the message that a call stored last */
    this.stored = undefined;
    /** @type {number[]} the ids of the messages that were posted */
    this.posted = [];
    /** @type {Record<string, string>} slot to cookie value */
    this.sessions = {};
    this.sockets = new Sockets(this);
    /** @type {Connection | undefined} */
    this.connection = undefined;
    this.fill = (/** @type {string} */ text) => (text.includes('‹') ? this.#filled(text) : text);
  }

  /** @param {string} text */
  #filled(text) {
    const { side, name, sessions } = this;
    return text.replace(/‹(host|origin|cookie|value|last|mine|rev|seen|u|c|d|f)([+-]?\d+)?›/g, (_, what, number) => {
      switch (what) {
        case 'host':
          return side.url.host;
        case 'origin':
          return side.url.origin;
        case 'cookie':
          return number === undefined ? side.cookie : `${side.cookie}=${sessions[number] ?? 'none'}`;
        case 'value':
          return sessions[number] ?? 'none';
        case 'last':
          return String(Math.max(0, side.last + Number(number ?? 0)));
        case 'mine': // one above all where there is none
          return String(this.posted.at(Number(number ?? -1)) ?? side.last + 1);
        case 'rev':
          return String(Math.max(side.revBase, side.rev + Number(number ?? 0)));
        case 'seen':
          return String(this.sockets.left[number] ?? side.base);
        case 'd':
        case 'f':
          return `${name}-${what}${number}`;
        default:
          return `${name}-${number}`;
      }
    });
  }

  /** @param {Step} step @returns {Promise<any>} what is compared: where sockets are open, what they were told beside it */
  async take(step) {
    const what = await this.#taken(step);
    if (this.sockets.open.size === 0) return what;
    await this.sockets.settle(this.stored);
    const isShown = typeof what === 'object' && !Array.isArray(what);
    return { ...(isShown ? what : { what }), sockets: this.sockets.told() };
  }

  /** @param {Step} step @returns {Promise<any>} */
  async #taken(step) {
    if ('socket' in step) return this.sockets.take(step);
    if ('raw' in step) return step.cut ? this.#cut(step.raw) : this.#raw(step.raw);
    if ('volley' in step) return this.#volley(step);
    return this.#call(step, this.#kept());
  }

  #kept() {
    if (!this.connection?.open) {
      this.connection?.close();
      this.connection = this.#dial();
    }
    return this.connection;
  }

  #dial() {
    return new Connection(this.side.url, this.address);
  }

  /** @param {Call} call @param {Connection} connection */
  async #call(call, connection) {
    const bytes = bytesOf(call, this.fill, this.side.url.host);
    const seen = await connection.ask(bytes, call.method === 'HEAD');
    if (call.keep !== undefined && seen) this.#keep(call.keep, seen);
    if (call.target === '/messages' && seen?.status === 201) this.posted.push(idOf(seen.body));
    if (this.sockets.open.size) await this.#tellSockets(call, seen);
    const answer = shown(seen, this.side);
    const slot = /‹seen(\d)›/.exec(call.target)?.[1];
    if (slot === undefined || typeof answer === 'string') return answer;
    return { ...answer, after: (this.sockets.left[Number(slot)] ?? this.side.base) - this.side.base };
  }

  /** What a call has done that the sockets of its episode will hear of. @param {Call} call @param {import('./connection.js').Seen | undefined} seen */
  async #tellSockets({ target, headers }, seen) {
    if (target === '/messages' && seen?.status === 201) this.stored = idOf(seen.body);
    if (target !== '/logout' || seen?.status !== 204) return;
    const cookie = headers.find(([name]) => name === 'cookie')?.[1];
    if (cookie) await this.sockets.ended(this.fill(cookie));
  }

  /**
   * What lets a socket of Pusher join, as pusher-js asks for it.
   * @param {string} cookie @param {string} socketId @returns {Promise<import('./wires.js').Asked>}
   */
  async authorize(cookie, socketId) {
    const { channel, authEndpoint } = this.side.server.config;
    const call = {
      method: 'POST',
      target: authEndpoint,
      headers: /** @type {[string, string][]} */ ([
        ['content-type', 'application/x-www-form-urlencoded'],
        ['cookie', cookie],
      ]),
      body: new URLSearchParams({ socket_id: socketId, channel_name: channel }).toString(),
    };
    const seen = await this.#kept().ask(bytesOf(call, String, this.side.url.host));
    const said = JSON.parse(seen?.body.toString() || '{}');
    if (seen?.status !== 200) return { refused: said };
    return { frame: JSON.stringify({ event: 'pusher:subscribe', data: { channel, ...said } }) };
  }

  /** @param {number} slot @param {import('./connection.js').Seen} seen */
  #keep(slot, seen) {
    for (const line of seen.headers['set-cookie'] ?? []) {
      const [name, value] = line.split(';', 1)[0].split('=');
      if (name === this.side.cookie && value) this.sessions[slot] = value;
    }
  }

  /** @param {import('./call.js').Volley} step */
  async #volley({ volley, how }) {
    if (how === 'pipelined') {
      const connection = this.#kept();
      return Promise.all(volley.map((call) => this.#call(call, connection)));
    }
    const connections = volley.map(() => this.#dial());
    const all = await Promise.all(volley.map((call, index) => this.#call(call, connections[index])));
    for (const connection of connections) connection.close();
    return all.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
  }

  /** @param {string} raw every answer but that of the closing request */
  async #raw(raw) {
    const connection = this.#dial();
    const answers = [
      connection.ask(
        Buffer.from(this.fill(/HTTP\/1\.0/.test(raw) ? raw : raw + CLOSING), 'latin1'),
        raw.startsWith('HEAD '),
      ),
    ];
    for (let more = 0; more < 4; more++) answers.push(connection.ask(Buffer.alloc(0)));
    const seen = (await Promise.all(answers)).filter((each) => each !== undefined);
    const last = seen.at(-1);
    if (last?.status === 200 && last.body.length === 0) seen.pop();
    return seen.map((each) => shown(each, this.side));
  }

  /** @param {string} raw */
  async #cut(raw) {
    const connection = this.#dial();
    const answer = connection.ask(Buffer.from(this.fill(raw), 'latin1'));
    connection.socket.end();
    // A server may wait for the rest until its time is up: nobody waits for that here.
    const timer = setTimeout(() => connection.close(), CUT_MS);
    const seen = await answer;
    clearTimeout(timer);
    connection.close();
    return isCutOff(seen) ? 'cut off' : shown(seen, this.side);
  }

  end() {
    this.sockets.end();
    this.connection?.close();
  }
}

/** @param {Buffer} body of a message that was stored */
const idOf = (body) => JSON.parse(body.toString()).message?.id;
