import { ChatError } from '../ChatError.js';
import { contract } from '../contract.js';
import { createGathering } from './gathering.js';

/** @import { User } from './stores.js' */

/**
 * @typedef {{ count: number, joined: { count: number, users: User[] }, left: { count: number, users: User[] } }}
 *   PresenceEvent
 */

const { leaveGraceMs, onlineListed, presenceListed } = contract.limits;

/**
 * The users online. A user is online from the first socket until a grace time after the last. Changes gather for one
 * event.
 */
export class Presence {
  /** @type {Map<string, { user: User, sockets: number, leaving: NodeJS.Timeout | null }>} longest online first */
  #online = new Map();
  /** @type {Map<string, User>} joined since the last event */
  #joined = new Map();
  /** @type {Map<string, User>} left since the last event */
  #left = new Map();
  #gathering;
  #emit;
  #socketsMax;

  /** @param {(event: PresenceEvent) => void} emit @param {number} [socketsMax] of a user */
  constructor(emit, socketsMax = Infinity) {
    this.#emit = emit;
    this.#socketsMax = socketsMax;
    this.#gathering = createGathering(
      () => this.count,
      () => this.#flush(),
    );
  }

  get count() {
    return this.#online.size;
  }

  /** @returns {{ count: number, users: User[] }} users: those who have been online longest */
  list() {
    const users = [...this.#online.values().take(onlineListed)].map(({ user }) => user);
    return { count: this.count, users };
  }

  /** A socket of this user joins. @param {User} user @throws {ChatError} too_many_connections */
  join(user) {
    const sockets = this.#online.get(user.id)?.sockets ?? 0;
    if (sockets >= this.#socketsMax) throw new ChatError('too_many_connections');
    this.add(user, 1);
  }

  /** A socket of this user has closed. @param {User} user */
  leave(user) {
    this.add(user, -1);
  }

  /** @param {User} user @param {number} sockets that joined; negative: that closed */
  add(user, sockets) {
    let entry = this.#online.get(user.id);
    if (!entry) {
      entry = { user, sockets: 0, leaving: null };
      this.#online.set(user.id, entry);
      this.#changed(user, this.#left, this.#joined);
    }
    entry.sockets += sockets;
    if (entry.leaving) clearTimeout(entry.leaving);
    entry.leaving = null;
    if (entry.sockets > 0) return;
    entry.leaving = setTimeout(() => {
      this.#online.delete(user.id);
      this.#changed(user, this.#joined, this.#left);
    }, leaveGraceMs);
  }

  /** @param {User} user @param {Map<string, User>} undone @param {Map<string, User>} done */
  #changed(user, undone, done) {
    if (!undone.delete(user.id)) done.set(user.id, user);
    this.#gathering.changed();
  }

  #flush() {
    const joined = named(this.#joined);
    const left = named(this.#left);
    this.#joined.clear();
    this.#left.clear();
    if (joined.count > 0 || left.count > 0) this.#emit({ count: this.count, joined, left });
  }

  close() {
    this.#gathering.close();
    for (const { leaving } of this.#online.values()) if (leaving) clearTimeout(leaving);
  }
}

/** @param {Map<string, User>} users */
function named(users) {
  return { count: users.size, users: [...users.values().take(presenceListed)] };
}
