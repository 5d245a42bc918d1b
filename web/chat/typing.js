/** @import { Crowd, User } from './types.js' */

/** Pause between typing events to the server, where an event counts for so long. */
const SAY_MS = 3000;
const COUNTS_MS = 5000;

/**
 * The other users who type, from the server's events; and typing events of this user.
 * @param {object} parts
 * @param {User} parts.me
 * @param {() => void} parts.say  sends a typing event
 * @param {() => void} parts.changed
 * @param {() => number} [parts.now] ms
 */
export function createTyping({ me, say, changed, now = Date.now }) {
  /** @type {User[]} */
  let others = [];
  let unnamed = 0;
  let saidAt = -Infinity;

  return {
    /** How many others type, and the names of some. */
    get writers() {
      return { count: others.length + unnamed, names: others.map(({ name }) => name) };
    },
    /** @param {Crowd} event */
    apply({ count, users }) {
      others = users.filter(({ id }) => id !== me.id);
      // Of many the server names some. This user may be one of the others.
      const mine = others.length === users.length && now() - saidAt < COUNTS_MS;
      unnamed = Math.max(0, count - users.length - Number(mine));
      changed();
    },
    /** Their messages have come, so their authors type no more. @param {{ user: User }[]} messages */
    wrote(messages) {
      const authors = new Set(messages.map(({ user }) => user.id));
      others = others.filter(({ id }) => !authors.has(id));
    },
    /** This user types. @param {string} text the current draft */
    writing(text) {
      if (text.trim() === '' || now() - saidAt < SAY_MS) return;
      saidAt = now();
      say();
    },
    /** The message is sent: the next letter starts a new typing event. */
    sent() {
      saidAt = -Infinity;
    },
    /** The connection is lost: no one is known to type. */
    forget() {
      others = [];
      unnamed = 0;
    },
  };
}
