/** @import { Fresh, Message } from './types.js' */

/**
 * Counts the new messages of others, each once.
 * @param {string} myId
 * @param {Fresh} fresh
 */
export function createFreshCount(myId, fresh) {
  /** The newest id that was counted; Infinity: no message counts yet. */
  let counted = Infinity;
  return {
    /** @param {number} id messages up to this one are not new */
    startAfter(id) {
      counted = id;
    },
    /** Counts skipped ids too: they are a hole, or a long absence. @param {Message[]} seen in id order */
    count(seen) {
      const newer = seen.filter(({ id }) => id > counted);
      if (newer.length === 0) return;
      const skipped = newer[0].id - counted - 1;
      const others = newer.filter(({ user, deleted }) => user.id !== myId && !deleted);
      const first = skipped ? counted + 1 : others[0]?.id;
      counted = newer[newer.length - 1].id;
      if (others.length + skipped) fresh(others.length + skipped, first);
    },
  };
}
