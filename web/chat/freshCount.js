/** @import { Message } from './types.js' */

/**
 * Counts the new messages of others, each once.
 * @param {string} myId
 * @param {(count: number, first: number) => void} fresh  new messages: their number, and the id of the first
 */
export function createFreshCount(myId, fresh) {
  /** The newest id counted; Infinity: none counts yet. */
  let counted = Infinity;
  return {
    /** @param {number} id the messages up to this one are not new */
    startAfter(id) {
      counted = id;
    },
    /** Skipped ids count too: a hole, or a long absence. @param {Message[]} seen in id order */
    count(seen) {
      const news = seen.filter(({ id }) => id > counted);
      if (news.length === 0) return;
      const skipped = news[0].id - counted - 1;
      const others = news.filter(({ user, deleted }) => user.id !== myId && !deleted);
      const first = skipped ? counted + 1 : others[0]?.id;
      counted = news[news.length - 1].id;
      if (others.length + skipped) fresh(others.length + skipped, first);
    },
  };
}
