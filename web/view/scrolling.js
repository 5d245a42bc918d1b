/** So close to the end counts as being there. */
const END_PX = 48;
/** Further messages are read before the reader meets the edge. */
const EDGE_PX = 1200;

/**
 * The reader's place in the conversation: it stays at the newest message, or where they read back, whatever is drawn
 * above or below.
 * @param {HTMLElement} scroller
 * @param {object} on
 * @param {(following: boolean) => void} on.follow  the reader came to, or left, the newest message
 * @param {() => void} on.nearTop
 * @param {() => void} on.nearEnd
 */
export function createScrolling(scroller, on) {
  let following = true;
  let height = 0;

  const distance = () => scroller.scrollHeight - scroller.scrollTop - scroller.clientHeight;

  function toEnd() {
    scroller.scrollTop = scroller.scrollHeight;
  }

  /** @param {boolean} now */
  function setFollowing(now) {
    if (now === following) return;
    following = now;
    on.follow(now);
  }

  function look() {
    // The window growing or shrinking also scrolls; that is not the reader's doing.
    if (scroller.clientHeight === height) setFollowing(distance() < END_PX);
    if (scroller.scrollTop < EDGE_PX) on.nearTop();
    if (distance() < EDGE_PX) on.nearEnd();
  }

  scroller.addEventListener('scroll', look, { passive: true });
  const resized = new ResizeObserver(() => {
    height = scroller.clientHeight;
    if (following) toEnd();
  });
  resized.observe(scroller);

  return {
    get following() {
      return following;
    },
    /**
     * Changes what is drawn, and keeps the reader's place.
     * @param {() => void} change
     */
    keepPlace(change) {
      if (following) {
        change();
        toEnd();
        return;
      }
      const rows = /** @type {HTMLElement[]} */ ([...scroller.querySelectorAll('.row')]);
      const candidates = inSight(rows, scroller.getBoundingClientRect());
      const places = candidates.map((row) => row.getBoundingClientRect().top);
      change();
      const stayed = candidates.findIndex((row) => row.isConnected);
      if (stayed >= 0) scroller.scrollTop += candidates[stayed].getBoundingClientRect().top - places[stayed];
    },
    /**
     * To a row in the middle, whatever was in sight before.
     * @param {HTMLElement} row
     */
    jumpTo(row) {
      setFollowing(false);
      row.scrollIntoView({ block: 'center' });
    },
    jumpToEnd() {
      setFollowing(true);
      toEnd();
    },
    /** Whether there is enough to scroll at all; without it no scrolling would ever ask for more. */
    get fills() {
      return scroller.scrollHeight > scroller.clientHeight + END_PX;
    },
    stop() {
      scroller.removeEventListener('scroll', look);
      resized.disconnect();
    },
  };
}

/**
 * @param {HTMLElement[]} rows from top to bottom
 * @param {DOMRect} frame
 * @returns {HTMLElement[]} some of those in sight, the first one first
 */
function inSight(rows, frame) {
  let low = 0;
  let high = rows.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (rows[middle].getBoundingClientRect().bottom > frame.top) high = middle;
    else low = middle + 1;
  }
  return rows.slice(low, low + 30);
}
