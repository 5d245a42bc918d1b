/**
 * Counts messages of others that came while nobody looked: the page hidden or without the
 * focus, or scrolled away from the newest.
 * @param {(count: number) => void} changed
 */
export function createUnread(changed) {
  let count = 0;
  let first = 0;
  let looking = true;
  return {
    get count() {
      return count;
    },
    /** The id of the first message of the last absence in which some came; 0: there is none. */
    get first() {
      return first;
    },
    /** @param {boolean} now whether the newest message is in sight */
    look(now) {
      looking = now;
      if (looking && count) changed((count = 0));
    },
    /** @param {number} more @param {number} id of the first of them */
    add(more, id) {
      if (looking || !more) return;
      if (count === 0) first = id;
      changed((count += more));
    },
    /** One has answered: what came before is no news any more. */
    answered() {
      first = 0;
    },
  };
}
