import { limits } from '../suite/contract.js';
import { WebSocket } from 'ws';
import { afterSilence } from './patience.js';
import { wires } from './wires.js';

/** @typedef {import('../suite/server.js').Server} Server @typedef {import('./wires.js').Heard} Heard */

// Everybody is told the same bytes: they are parsed once for all sockets of a server.
const REMEMBERED = 64;

/**
 * One WebSocket of the chat: sends frames as they are, and keeps of what it hears what is compared.
 */
export class SocketClient {
  /**
   * @param {Server} server @param {{cookie: string, from: string, since: number, isOwn: (message: any) => boolean, read: Map<string, Heard>}} options
   *   `from` is the local address; `isOwn` tells which messages are kept, of those above the id `since`; `read` remembers what was read
   */
  constructor(server, { cookie, from, since, isOwn, read }) {
    this.server = server;
    this.wire = wires[server.config.wire];
    this.since = since;
    this.isOwn = isOwn;
    this.read = read;
    /** @type {any} */
    this.opened = undefined;
    /** @type {any} */
    this.welcome = undefined;
    /** @type {any} */
    this.refused = undefined;
    /** @type {{answers: string | null, ack: any, told: boolean}[]} `told` where the message had been told before */
    this.acks = [];
    /** @type {any[]} */
    this.messages = [];
    /** @type {Set<number>} ids of those */
    this.told = new Set();
    /** The highest id told to it. */
    this.highest = 0;
    this.isDense = true;
    /** @type {string[]} what the contract has no place for */
    this.unknown = [];
    /** @type {'session' | number | undefined} the code that it was closed with, where it was not for its session */
    this.ended = undefined;
    this.sent = 0;
    /** @type {Map<number, string>} the clientIds of what was sent, by number */
    this.keys = new Map();
    /** @type {Set<() => void>} */
    this.watchers = new Set();
    /** @type {import('node:net').Socket | undefined} */
    this.stream = undefined;
    this.socket = this.#dial(cookie, from);
  }

  /** @param {string} cookie @param {string} from */
  #dial(cookie, from) {
    const headers = this.wire.hasCookie ? { cookie } : {};
    const options = { headers, localAddress: from, handshakeTimeout: 10_000, perMessageDeflate: false };
    const socket = new WebSocket(this.wire.address(this.server), options);
    socket.on('upgrade', ({ socket: stream }) => (this.stream = stream));
    socket.on('message', (data) => this.#hear(String(data)));
    socket.on('error', () => {});
    socket.on('close', (code) => this.#end(this.wire.endsSession(code) ? 'session' : code));
    return socket;
  }

  /** @param {string} text */
  #hear(text) {
    const { name, payload } = this.#readOnce(text);
    if (name === 'ping') return this.socket.send(this.wire.pong);
    if (name === 'messages') this.#tell(payload);
    else if (name === 'ack') this.#acknowledge(payload);
    else if (name === 'open') this.opened = payload ?? {};
    else if (name === 'refused') this.refused = payload;
    else if (name === 'welcome' && !this.welcome) [this.welcome, this.highest] = [payload, payload?.lastId];
    else if (name === 'session ended') return this.#end('session');
    else if (name !== 'own' && !isAboutPeople(name, payload)) this.#note(name, payload);
    this.#look();
  }

  /** @param {string} text @returns {Heard} */
  #readOnce(text) {
    const known = this.read.get(text);
    if (known) return known;
    const heard = this.wire.read(text);
    if (['messages', 'presence', 'typing'].includes(heard.name)) {
      if (this.read.size >= REMEMBERED) this.read.clear();
      this.read.set(text, heard);
    }
    return heard;
  }

  /** @param {any} payload of `messages` */
  #tell(payload) {
    const { messages, ...more } = payload ?? {};
    if (!Array.isArray(messages) || Object.keys(more).length) return this.#note('messages', payload);
    for (const message of messages) {
      // What was stored before it joined may still be told to it.
      if (message.id <= this.welcome?.lastId) continue;
      if (message.id !== this.highest + 1) this.isDense = false;
      this.highest = Math.max(this.highest, message.id);
      if (message.id <= this.since || !this.isOwn(message)) continue;
      this.messages.push(message);
      this.told.add(message.id);
    }
  }

  /** @param {any} heard */
  #acknowledge(heard) {
    const { answers, ack } = this.wire.acknowledged(heard, this.keys);
    this.acks.push({ answers, ack, told: this.told.has(ack?.message?.id) });
  }

  /** @param {string} name @param {any} payload */
  #note(name, payload) {
    this.unknown.push(`${name} ${JSON.stringify(payload)?.slice(0, 200)}`);
  }

  /** @param {'session' | number} how */
  #end(how) {
    this.ended ??= how;
    this.#look();
  }

  #look() {
    for (const look of [...this.watchers]) look();
  }

  /** Waits until it is so, or the socket has ended, or time is up. @param {() => boolean} isSo @param {number} ms @returns {Promise<boolean>} whether it is so */
  until(isSo, ms) {
    if (isSo()) return Promise.resolve(true);
    if (this.ended !== undefined) return Promise.resolve(false);
    return new Promise((resolve) => {
      const watch = () => {
        if (isSo()) finish(true);
        else if (this.ended !== undefined) finish(false);
      };
      const stop = afterSilence(ms, () => finish(false));
      const finish = (/** @type {boolean} */ is) => {
        stop();
        this.watchers.delete(watch);
        resolve(is);
      };
      this.watchers.add(watch);
    });
  }

  /** Sends all of them in one piece. @param {string[]} frames */
  send(frames) {
    this.stream?.cork();
    for (const frame of frames) this.socket.send(frame);
    this.stream?.uncork();
  }

  /** The frame of a message, numbered so that its ack is known by it. @param {string} payload @param {string | null} key @param {number} [size] */
  frame(payload, key, size) {
    const number = ++this.sent;
    if (key !== null) this.keys.set(number, key);
    return this.wire.frame(payload, number, this.server, size);
  }

  /** Says that its user writes. */
  type() {
    this.send([this.wire.typing(this.server)]);
  }

  /** Says goodbye, and is done when the server has: it has read then what was sent before. @param {number} ms at most */
  async leave(ms) {
    this.socket.close(1000);
    if (!(await this.until(() => this.socket.readyState === WebSocket.CLOSED, ms))) this.socket.terminate();
  }

  cut() {
    this.socket.terminate();
  }
}

/** What time decides: that it is well-formed is all that is compared. @param {string} name @param {any} payload */
const isAboutPeople = (name, payload) =>
  (name === 'presence' && isPresence(payload)) || (name === 'typing' && isTyping(payload));

/** @param {any} payload */
function isTyping(payload) {
  const { count, users, ...more } = payload ?? {};
  const listed = Math.min(count, limits.typingListed);
  return Number.isInteger(count) && Array.isArray(users) && users.length === listed && Object.keys(more).length === 0;
}

/** @param {any} payload */
function isPresence(payload) {
  const { count, joined, left, ...more } = payload ?? {};
  const isSide = (/** @type {any} */ side) =>
    Number.isInteger(side?.count) && Array.isArray(side.users) && Object.keys(side).length === 2;
  return Number.isInteger(count) && isSide(joined) && isSide(left) && Object.keys(more).length === 0;
}
