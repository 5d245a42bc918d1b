/** @typedef {import('./types.js').User} User */
/** @typedef {import('./types.js').Presence} Presence */
/** @typedef {{ count: number, names: string[] }} Some */
/** @typedef {{ came: Some, left: Some }} Notice */

/** One notice gathers the events of so many milliseconds, so that many events do not fill the page. */
const GATHER_MS = 3000;
/** After a reconnect, events name others who also reconnect: these are not announced. */
const QUIET_MS = 5000;
const NAMES_MAX = 3;

/**
 * Turns presence events into few notices: the first one at once, later ones gathered. A user who comes and goes within
 * one notice is left out.
 * @param {object} parts
 * @param {User} parts.me
 * @param {(notice: Notice) => void} parts.tell
 * @param {() => number} [parts.now] ms
 * @param {(step: () => void, ms: number) => unknown} [parts.later]
 */
export function createNotices({ me, tell, now = Date.now, later = setTimeout }) {
  /** @type {Map<string, string>} */
  const joined = new Map();
  /** @type {Map<string, string>} */
  const left = new Map();
  const unnamed = { joined: 0, left: 0 };
  let quietUntil = 0;
  let lastTold = -Infinity;
  let waiting = false;

  function flush() {
    waiting = false;
    const notice = { came: some(joined, unnamed.joined), left: some(left, unnamed.left) };
    clear();
    if (!notice.came.count && !notice.left.count) return;
    lastTold = now();
    tell(notice);
  }

  function clear() {
    joined.clear();
    left.clear();
    unnamed.joined = unnamed.left = 0;
  }

  return {
    /** After a reconnect: announces no one for a while. */
    hush() {
      quietUntil = now() + QUIET_MS;
      clear();
    },
    /** @param {Presence} presence */
    take(presence) {
      if (now() < quietUntil) return;
      for (const user of presence.left.users) {
        if (user.id === me.id) continue;
        if (!joined.delete(user.id)) left.set(user.id, user.name);
      }
      for (const user of presence.joined.users) {
        if (user.id === me.id) continue;
        if (!left.delete(user.id)) joined.set(user.id, user.name);
      }
      unnamed.joined += presence.joined.count - presence.joined.users.length;
      unnamed.left += presence.left.count - presence.left.users.length;
      if (waiting) return;
      waiting = true;
      later(flush, Math.max(0, lastTold + GATHER_MS - now()));
    },
  };
}

/** @param {Map<string, string>} named @param {number} unnamed @returns {Some} */
function some(named, unnamed) {
  return { count: named.size + unnamed, names: [...named.values()].slice(0, NAMES_MAX) };
}

/**
 * Joins two successive notices into one.
 * @param {Notice} first @param {Notice} second @returns {Notice}
 */
export function joinNotices(first, second) {
  const join = (/** @type {Some} */ a, /** @type {Some} */ b) => ({
    count: a.count + b.count,
    names: [...a.names, ...b.names].slice(0, NAMES_MAX),
  });
  return { came: join(first.came, second.came), left: join(first.left, second.left) };
}
