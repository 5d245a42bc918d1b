import { Presence } from '../chat/presence.js';

/** @import { EventEmitter } from 'node:events' */
/** @import { User } from '../chat/stores.js' */
/** @import { RedisLink } from './redisLink.js' */

const GATHER_MS = 20;
const ASK_AGAIN_MS = 500;
// With the grace of 3 s, its users are offline within 10 s.
const DEAD_MS = 4000;

/**
 * @typedef {Map<string, { user: User, sockets: number }>} Sockets sockets of users, by user id
 * @typedef {{ version: number, users: [User, number][] }} News users with their number of sockets, or its change
 */

/**
 * The users online at all processes. Each process publishes changes of its sockets under a rising version. A process
 * that misses a version asks for the whole list. If a process is silent for some seconds, its users leave.
 */
export class SharedPresence extends Presence {
  /** @type {Sockets} at this process */
  #own = new Map();
  /** @type {Sockets} changes here that were not published yet */
  #changed = new Map();
  #version = 0;
  /** @type {Map<string, { version: number, lastHeard: number, users: Sockets }>} other processes */
  #others = new Map();
  #link;
  #events;
  /** @type {NodeJS.Timeout | null} */
  #publishing = null;
  /** @type {Set<string>} processes whose list this process has just asked for */
  #asked = new Set();

  /**
   * @param {RedisLink} link
   * @param {EventEmitter} others is told of `dead` and `gone`
   * @param {ConstructorParameters<typeof Presence>} own
   */
  constructor(link, others, ...own) {
    super(...own);
    this.#link = link;
    this.#events = others;
    link.on('beat', () => this.#beat());
    link.on('alive', ({ version }, id) => this.#receiveAlive(version, id));
    link.on('sockets', (news, id) => this.#receiveSockets(news, id));
    link.on('who', (id) => id === link.id && this.#publishAll());
    link.on('everybody', (news, id) => this.#receiveEverybody(news, id));
    link.on('bye', (_, id) => this.#forget(id));
  }

  /** @param {User} user */
  join(user) {
    super.join(user);
    this.#count(user, 1);
  }

  /** @param {User} user */
  leave(user) {
    super.leave(user);
    this.#count(user, -1);
  }

  /** @param {User} user @param {number} sockets */
  #count(user, sockets) {
    count(this.#own, user, sockets);
    count(this.#changed, user, sockets);
    this.#publishing ??= setTimeout(() => this.#publish(), GATHER_MS);
  }

  #publish() {
    if (this.#publishing) clearTimeout(this.#publishing);
    this.#publishing = null;
    if (this.#changed.size === 0) return;
    this.#link.publish('sockets', { version: ++this.#version, users: pairs(this.#changed) });
    this.#changed.clear();
  }

  #publishAll() {
    this.#publish();
    this.#link.publish('everybody', { version: this.#version, users: pairs(this.#own) });
  }

  #beat() {
    this.#link.publish('alive', { version: this.#version });
    const now = performance.now();
    for (const [id, other] of this.#others) {
      // Without Redis a dead process looks like a silent one.
      if (!this.#link.isUp) other.lastHeard = now;
      else if (now - other.lastHeard > DEAD_MS) {
        this.#forget(id);
        this.#events.emit('dead');
      }
    }
  }

  /** @param {number} version @param {string} id */
  #receiveAlive(version, id) {
    const other = this.#others.get(id);
    if (other) other.lastHeard = performance.now();
    if (other?.version !== version) this.#ask(id);
  }

  /** @param {string} id */
  #ask(id) {
    if (this.#asked.has(id)) return;
    this.#asked.add(id);
    setTimeout(() => this.#asked.delete(id), ASK_AGAIN_MS).unref();
    this.#link.publish('who', id);
  }

  /** @param {News} news @param {string} id */
  #receiveSockets({ version, users }, id) {
    const other = this.#others.get(id);
    if (!other || other.version !== version - 1) return this.#ask(id);
    other.version = version;
    for (const [user, sockets] of users) this.#change(other.users, user, sockets);
  }

  /** @param {News} news @param {string} id */
  #receiveEverybody({ version, users }, id) {
    const before = this.#others.get(id)?.users ?? new Map();
    /** @type {Sockets} */
    const now = new Map();
    this.#others.set(id, { version, lastHeard: performance.now(), users: now });
    for (const [user, sockets] of users) this.#change(now, user, sockets);
    for (const { user, sockets } of before.values()) this.#change(before, user, -sockets);
  }

  /** @param {string} id the process that has ended */
  #forget(id) {
    const users = this.#others.get(id)?.users ?? new Map();
    this.#others.delete(id);
    for (const { user, sockets } of [...users.values()]) this.#change(users, user, -sockets);
  }

  /** @param {Sockets} at @param {User} user @param {number} sockets */
  #change(at, user, sockets) {
    count(at, user, sockets);
    this.add(user, sockets);
    if (sockets < 0) this.#events.emit('gone', user);
  }

  close() {
    if (this.#publishing) clearTimeout(this.#publishing);
    this.#link.publish('bye', null);
    super.close();
  }
}

/** @param {Sockets} at @param {User} user @param {number} more sockets */
function count(at, user, more) {
  const sockets = (at.get(user.id)?.sockets ?? 0) + more;
  if (sockets === 0) at.delete(user.id);
  else at.set(user.id, { user, sockets });
}

/** @param {Sockets} at @returns {[User, number][]} */
const pairs = (at) => [...at.values()].map(({ user, sockets }) => [user, sockets]);
