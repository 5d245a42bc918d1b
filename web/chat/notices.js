/** @import { Crowd, Presence } from './types.js' */
/** @typedef {{ count: number, names: string[] }} Some */
/** @typedef {{ came: Some, left: Some }} Notice */

/** One line gathers the events of this time, so that many events do not fill the page. */
const GATHER_MS = 3000;
/** Events just after a reconnect name others who also reconnect, so the page does not announce them. */
const QUIET_MS = 5000;
const LINES_MAX = 60;

/** Announces who came and left, in few lines between the messages. @param {() => number} [now] ms */
export function createNotices(now = Date.now) {
  /** @type {Map<number, Notice>} keys: ids of the messages above; 0: none */
  const lines = new Map();
  let quietUntil = 0;
  let lineId = 0;
  let begunAt = -Infinity;

  return {
    lines,
    /** Announces no one for a while after a reconnect. */
    silence() {
      quietUntil = now() + QUIET_MS;
    },
    /** @param {Presence} presence @param {number} lastId the newest message's id */
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
