import { ChatError } from '../ChatError.js';
import { contract } from '../contract.js';
import { createGatheredEvent } from './gatheredEvent.js';

/** @import { Publish } from './news.js' */
/** @import { User } from './stores.js' */

/**
 * @typedef {{ count: number, joined: { count: number, users: User[] }, left: { count: number, users: User[] } }}
 *   PresenceEvent
 * @typedef {{ user: User, sockets: number, leaving: NodeJS.Timeout | null, remoteProcesses: number }} OnlineUser
 *   sockets: at this process; remoteProcesses: number of others where the user has joined
 */

const { leaveGraceMs, onlineListed, presenceListed } = contract.limits;

/**
 * The users online, at this process or another. A user is online from the first socket until a grace time after the
 * last. Changes gather for one event.
 */
export class Presence {
  /** @type {Map<string, OnlineUser>} longest online first */
  #online = new Map();
  /** @type {Map<string, User>} joined since the last event */
  #joined = new Map();
  /** @type {Map<string, User>} left since the last event */
  #left = new Map();
  #gatheredEvent;
  #emit;
  #publish;
  #socketsMax;

  /**
   * @param {(event: PresenceEvent) => void} emit
   * @param {Publish} publish
   * @param {number} socketsMax of a user, at this process
   */
  constructor(emit, publish, socketsMax) {
    this.#emit = emit;
    this.#publish = publish;
    this.#socketsMax = socketsMax;
    this.#gatheredEvent = createGatheredEvent(this, () => this.#flush());
  }

  get count() {
    return this.#online.size;
  }

  /** @returns {{ count: number, users: User[] }} users: those who have been online longest */
  list() {
    const users = [...this.#online.values().take(onlineListed)].map(({ user }) => user);
    return { count: this.count, users };
  }

  /** @param {string} id @returns {OnlineUser | undefined} the user, if online at any process */
  find(id) {
    return this.#online.get(id);
  }

  ownUsers() {
    return [...this.#online.values()].filter(isOwn).map(({ user }) => user);
  }

  /** A socket of this user joins. @param {User} user @throws {ChatError} too_many_connections */
  join(user) {
    const { sockets = 0 } = this.find(user.id) ?? {};
    if (sockets >= this.#socketsMax) throw new ChatError('too_many_connections');
    const onlineUser = this.find(user.id) ?? this.#add(user);
    if (!isOwn(onlineUser)) this.#publish('joined', user);
    onlineUser.sockets++;
    if (onlineUser.leaving) clearTimeout(onlineUser.leaving);
    onlineUser.leaving = null;
  }

  /** A socket of this user has closed. @param {User} user @returns {boolean} whether it was the last one anywhere */
  leave(user) {
    const onlineUser = /** @type {OnlineUser} */ (this.find(user.id));
    if (--onlineUser.sockets > 0) return false;
    onlineUser.leaving = setTimeout(() => {
      onlineUser.leaving = null;
      this.#publish('left', user);
      this.#removeIfOffline(onlineUser);
    }, leaveGraceMs);
    return onlineUser.remoteProcesses === 0;
  }

  /** The user has joined at one more of the other processes. @param {User} user */
  joinRemote(user) {
    const onlineUser = this.find(user.id) ?? this.#add(user);
    onlineUser.remoteProcesses++;
  }

  /** The user has left one of those processes, after the grace time. @param {User} user */
  leaveRemote(user) {
    const onlineUser = /** @type {OnlineUser} */ (this.find(user.id));
    onlineUser.remoteProcesses--;
    this.#removeIfOffline(onlineUser);
  }

  /** @param {User} user */
  #add(user) {
    /** @type {OnlineUser} */
    const added = { user, sockets: 0, leaving: null, remoteProcesses: 0 };
    this.#online.set(user.id, added);
    this.#changed(user, this.#left, this.#joined);
    return added;
  }

  /** @param {OnlineUser} onlineUser */
  #removeIfOffline(onlineUser) {
    if (isOwn(onlineUser) || onlineUser.remoteProcesses > 0) return;
    this.#online.delete(onlineUser.user.id);
    this.#changed(onlineUser.user, this.#joined, this.#left);
  }

  /** @param {User} user @param {Map<string, User>} opposite @param {Map<string, User>} changes */
  #changed(user, opposite, changes) {
    if (!opposite.delete(user.id)) changes.set(user.id, user);
    this.#gatheredEvent.changed();
  }

  #flush() {
    const joined = summaryOf(this.#joined);
    const left = summaryOf(this.#left);
    this.#joined.clear();
    this.#left.clear();
    if (joined.count > 0 || left.count > 0) this.#emit({ count: this.count, joined, left });
  }

  close() {
    this.#gatheredEvent.close();
    for (const { leaving } of this.#online.values()) if (leaving) clearTimeout(leaving);
  }
}

/** Whether a socket of the user is here, or was within the grace time. @param {OnlineUser} onlineUser */
const isOwn = ({ sockets, leaving }) => sockets > 0 || leaving !== null;

/** @param {Map<string, User>} users */
function summaryOf(users) {
  return { count: users.size, users: [...users.values().take(presenceListed)] };
}
