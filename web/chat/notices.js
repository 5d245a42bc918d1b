/** @import { Crowd, Presence } from './types.js' */
/** @typedef {{ count: number, names: string[] }} Some */
/** @typedef {{ came: Some, left: Some }} Notice */

/** One line gathers the events of so many milliseconds, so that many events do not fill the page. */
const GATHER_MS = 3000;
/** After a reconnect, events name others who also reconnect: these are not announced. */
const QUIET_MS = 5000;
const LINES_MAX = 60;

/** Who came and who left, in few lines between the messages. @param {() => number} [now] ms */
export function createNotices(now = Date.now) {
  /** @type {Map<number, Notice>} by the id of the message above; 0: none */
  const lines = new Map();
  let quietUntil = 0;
  let lineId = 0;
  let begunAt = -Infinity;

  return {
    lines,
    /** After a reconnect: announces no one for a while. */
    silence() {
      quietUntil = now() + QUIET_MS;
    },
    /** @param {Presence} presence @param {number} lastId of the newest message */
    take({ joined, left }, lastId) {
      if (now() < quietUntil) return;
      if (now() - begunAt >= GATHER_MS) [lineId, begunAt] = [lastId, now()];
      const line = lines.get(lineId);
      lines.set(lineId, { came: add(line?.came, joined), left: add(line?.left, left) });
      if (lines.size > LINES_MAX) lines.delete([...lines.keys()][0]);
    },
  };
}

/** @param {Some | undefined} some @param {Crowd} crowd @returns {Some} */
const add = ({ count, names } = { count: 0, names: [] }, crowd) => ({
  count: count + crowd.count,
  names: [...names, ...crowd.users.map(({ name }) => name)],
});
