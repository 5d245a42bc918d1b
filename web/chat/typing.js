/** @import { Crowd, User } from './types.js' */

/**
 * Knows the other users who type from the server's events, and sends this user's typing events.
 * @param {object} parts
 * @param {User} parts.me
 * @param {number} [parts.seconds]  the server counts a typing event this long; not all servers tell
 * @param {() => void} parts.send  sends a typing event
 * @param {() => void} parts.changed
 * @param {() => number} [parts.now] ms
 */
export function createTyping({ me, seconds = 5, send, changed, now = Date.now }) {
  /** @type {User[]} */
  let others = [];
  let unnamed = 0;
  let sentAt = -Infinity;
  const countsMs = seconds * 1000;
  /** The next event has to arrive while the last one still counts. */
  const pauseMs = 0.6 * countsMs;

  return {
    /** The number of others who type, and the names of some. */
    get writers() {
      return { count: others.length + unnamed, names: others.map(({ name }) => name) };
    },
    /** @param {Crowd} event */
    apply({ count, users }) {
      others = users.filter(({ id }) => id !== me.id);
      // The server names only some of many users. This user may be one of the others.
      const mine = others.length === users.length && now() - sentAt < countsMs;
      unnamed = Math.max(0, count - users.length - Number(mine));
      changed();
    },
    /** Removes authors whose messages have come: they no longer type. @param {{ user: User }[]} messages */
    wrote(messages) {
      const authors = new Set(messages.map(({ user }) => user.id));
      others = others.filter(({ id }) => !authors.has(id));
    },
    /** Notes that this user types. @param {string} text the current draft */
    writing(text) {
      if (text.trim() === '' || now() - sentAt < pauseMs) return;
      sentAt = now();
      send();
    },
    /** Notes that the message is sent: the next letter starts a new typing event. */
    sent() {
      sentAt = -Infinity;
    },
    /** Forgets who types: the connection is lost. */
    forget() {
      others = [];
      unnamed = 0;
    },
  };
}
