/**
 * Counts messages of others that came while nobody looked: the page hidden, or scrolled away from the newest.
 * @param {(count: number) => void} changed
 */
export function createUnread(changed) {
  let count = 0;
  let looking = true;
  return {
    get count() {
      return count;
    },
    /** @param {boolean} now whether the newest message is in sight */
    look(now) {
      looking = now;
      if (looking && count) changed((count = 0));
    },
    /** @param {number} more */
    add(more) {
      if (!looking && more) changed((count += more));
    },
  };
}
