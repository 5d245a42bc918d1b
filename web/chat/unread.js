/**
 * Counts messages of others that came out of sight: while the page was hidden, without the focus, or scrolled away from
 * the newest message.
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
    /** Id of the first message that came in the last absence with messages; 0: none. */
    get first() {
      return first;
    },
    /** @param {boolean} now whether the newest message is in sight */
    look(now) {
      looking = now;
      if (looking && count) changed((count = 0));
    },
    /** @param {number} more @param {number} id the first new message's */
    add(more, id) {
      if (looking || !more) return;
      if (count === 0) first = id;
      changed((count += more));
    },
    /** Counts all messages as read: the user has answered. */
    answered() {
      first = 0;
    },
  };
}
