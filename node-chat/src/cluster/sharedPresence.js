/** @import { Presence } from '../chat/presence.js' */
/** @import { User } from '../chat/stores.js' */

// A process counts as dead after so many beats without news, one a second: its users leave within 10 s.
const SILENT_BEATS = 7;

/** The other processes, and the users who have joined at each. */
export class SharedPresence {
  /** @type {Map<string, { users: Map<string, User>, silentBeats: number }>} */
  #processes = new Map();
  #presence;

  /** @param {Presence} presence */
  constructor(presence) {
    this.#presence = presence;
  }

  /** Called for all news, first of all. @param {string} id of the process that published it */
  markAlive(id) {
    const users = this.usersOf(id);
    this.#processes.set(id, { users, silentBeats: 0 });
  }

  /** @param {string} id of a process @returns {Map<string, User>} by id */
  usersOf(id) {
    return this.#processes.get(id)?.users ?? new Map();
  }

  /** @param {string} id @param {User} user */
  joined(id, user) {
    const users = this.usersOf(id);
    if (users.has(user.id)) return;
    users.set(user.id, user);
    this.#presence.joinRemote(user);
  }

  /** @param {string} id @param {User} user */
  left(id, user) {
    if (this.usersOf(id).delete(user.id)) this.#presence.leaveRemote(user);
  }

  /** @param {string} id @param {User[]} users all who have joined there */
  replaceUsers(id, users) {
    const ids = new Set(users.map((user) => user.id));
    for (const user of [...this.usersOf(id).values()]) if (!ids.has(user.id)) this.left(id, user);
    for (const user of users) this.joined(id, user);
  }

  /**
   * Call once a second. Beats are counted, not measured, since a process that was frozen has missed the others' news.
   * @returns {boolean} whether a process has fallen silent: its users have left
   */
  removeSilentProcesses() {
    let isAnySilent = false;
    for (const [id, process] of this.#processes) {
      if (++process.silentBeats < SILENT_BEATS) continue;
      this.#remove(id);
      isAnySilent = true;
    }
    return isAnySilent;
  }

  /** @param {string} id */
  #remove(id) {
    this.replaceUsers(id, []);
    this.#processes.delete(id);
  }
}
