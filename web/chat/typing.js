/** @typedef {import('./types.js').User} User */

/** Pause between typing events to the server, where an event counts for 5 s. */
const SAY_MS = 3000;
/** A list of users who type is dropped without news for so long: the server is gone, or will send a new list soon. */
const STALE_MS = 8000;

/**
 * The other users who type, from the server's events; and typing events of this user.
 * @param {object} parts
 * @param {User} parts.me
 * @param {() => void} parts.say  sends a typing event
 * @param {() => void} parts.changed
 * @param {() => number} [parts.now] ms
 * @param {(step: () => void, ms: number) => any} [parts.later]
 */
export function createTyping({ me, say, changed, now = Date.now, later = setTimeout }) {
  /** @type {User[]} */
  let others = [];
  let unnamed = 0;
  let told = 0;
  let saidAt = -Infinity;
  let closed = false;

  function forget() {
    const before = others.length + unnamed;
    others = [];
    unnamed = 0;
    if (before > 0 && !closed) changed();
  }

  return {
    /** Names of others who type, and the number of further ones. */
    get writers() {
      return { names: others.map(({ name }) => name), more: unnamed };
    },
    /** @param {{ count: number, users: User[] }} event */
    apply({ count, users }) {
      others = users.filter(({ id }) => id !== me.id);
      // This user may be one of the counted users without a name.
      const saysMe = others.length < users.length || (count > users.length && now() - saidAt < STALE_MS);
      unnamed = Math.max(0, count - others.length - (saysMe ? 1 : 0));
      const turn = ++told;
      if (count > 0) later(() => turn === told && forget(), STALE_MS);
      changed();
    },
    /** Their messages have come, so their authors type no more. @param {{ user: User }[]} messages */
    wrote(messages) {
      const authors = new Set(messages.map(({ user }) => user.id));
      const left = others.filter(({ id }) => !authors.has(id));
      if (left.length === others.length) return;
      others = left;
      changed();
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
    forget,
    close() {
      closed = true;
    },
  };
}
