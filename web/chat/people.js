/** @import { Crowd, Presence, User } from './types.js' */

/** The users online: the server's count, and a list that begins with those who have been online longest. */
export class People {
  count = 0;
  /** @type {Map<string, User>} */
  #listed = new Map();

  #listedMax;

  /** @param {User} me is always listed first @param {number} listedMax most users in the server's list */
  constructor(me, listedMax) {
    this.me = me;
    this.#listedMax = listedMax;
  }

  /** This user comes first, then the others by name. */
  get listed() {
    const others = [...this.#listed.values()].filter((user) => user.id !== this.me.id);
    others.sort((a, b) => byName.compare(a.name, b.name));
    return [this.me, ...others];
  }

  /** Number of users who are online and not listed. */
  get unlisted() {
    return Math.max(0, this.count - this.listed.length);
  }

  /** @param {Crowd} crowd the answer of GET /online */
  replace({ count, users }) {
    this.#listed = new Map(users.map((user) => [user.id, user]));
    this.count = count;
  }

  /** @param {Presence} presence @returns {boolean} whether the list is complete afterwards; if not, fetch it again */
  apply({ count, joined, left }) {
    this.count = count;
    for (const user of left.users) this.#listed.delete(user.id);
    const complete = this.#listed.size + joined.users.length <= this.#listedMax;
    if (complete) for (const user of joined.users) this.#listed.set(user.id, user);
    const named = joined.users.length === joined.count && left.users.length === left.count;
    return complete ? named && this.unlisted === 0 : left.count === 0;
  }
}

const byName = new Intl.Collator(undefined, { sensitivity: 'base', numeric: true });
