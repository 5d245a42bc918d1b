/** A distance below this counts as being at the end. */
const END_PX = 48;
/** At this distance from the edge further messages are read. */
const EDGE_PX = 1200;

/**
 * The user's place in the conversation. It stays at the newest message, or where the user reads back, when rows change
 * above or below.
 * @param {HTMLElement} scroller
 * @param {object} on
 * @param {(following: boolean) => void} on.follow  the user came to the newest message, or left it
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
    // A change of the window's size also scrolls; only the user's own scrolling counts.
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
     * Changes the rows, and keeps the user's place.
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
     * Scrolls a row to the middle.
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
    /** Whether the rows fill the page. Without enough rows to scroll, scrolling could not load more. */
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
 * @returns {HTMLElement[]} some of the rows in sight, from the top
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
