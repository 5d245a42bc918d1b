/** @typedef {import('./types.js').User} User */

/** While somebody writes the server is told so often: a word counts for 5 s there. */
const SAY_MS = 3000;
/** A server that says nothing more of who writes has gone, or will say so soon. */
const STALE_MS = 8000;

/**
 * Who else is writing, as the server tells it; and telling it that one writes oneself.
 * @param {object} parts
 * @param {User} parts.me
 * @param {() => void} parts.say  tells the server
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
    /** Names of others who write, and how many more there are. */
    get writers() {
      return { names: others.map(({ name }) => name), more: unnamed };
    },
    /** @param {{ count: number, users: User[] }} event */
    apply({ count, users }) {
      others = users.filter(({ id }) => id !== me.id);
      // Oneself may be among those who are counted and not named.
      const saysMe = others.length < users.length || (count > users.length && now() - saidAt < STALE_MS);
      unnamed = Math.max(0, count - others.length - (saysMe ? 1 : 0));
      const turn = ++told;
      if (count > 0) later(() => turn === told && forget(), STALE_MS);
      changed();
    },
    /** What they wrote is here. @param {{ user: User }[]} messages */
    wrote(messages) {
      const authors = new Set(messages.map(({ user }) => user.id));
      const left = others.filter(({ id }) => !authors.has(id));
      if (left.length === others.length) return;
      others = left;
      changed();
    },
    /** Somebody writes here. @param {string} text what stands there now */
    writing(text) {
      if (text.trim() === '' || now() - saidAt < SAY_MS) return;
      saidAt = now();
      say();
    },
    /** The message is sent: the next one is written anew. */
    sent() {
      saidAt = -Infinity;
    },
    forget,
    close() {
      closed = true;
    },
  };
}
