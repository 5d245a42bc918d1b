/** A distance below this counts as being at the end. */
const END_PX = 48;
/** The page reads further messages at this distance from the edge. */
const EDGE_PX = 1200;

/**
 * Keeps the user's place in the conversation when rows change above or below: at the newest message, or where the user
 * reads back. (Safari has no scroll anchoring.)
 * @param {HTMLElement} scroller
 * @param {object} on
 * @param {() => void} on.follow  the user came to the newest message, or left it
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
    on.follow();
  }

  function look() {
    // A change of the window's size also scrolls; only the user's own scrolling counts.
    if (scroller.clientHeight === height) setFollowing(distance() < END_PX);
    if (scroller.scrollTop < EDGE_PX) on.nearTop();
    if (distance() < EDGE_PX) on.nearEnd();
  }

  /** @returns {{ row: Element, top: number }[]} the rows in sight and below */
  function placesInSight() {
    const { top } = scroller.getBoundingClientRect();
    const rows = [...scroller.querySelectorAll('.row')].map((row) => ({ row, box: row.getBoundingClientRect() }));
    return rows.filter(({ box }) => box.bottom > top).map(({ row, box }) => ({ row, top: box.top }));
  }

  scroller.addEventListener('scroll', look, { passive: true });
  new ResizeObserver(() => {
    height = scroller.clientHeight;
    if (following) toEnd();
  }).observe(scroller);

  return {
    get following() {
      return following;
    },
    /** Changes the rows, and keeps the user's place. @param {() => void} change */
    keepPlace(change) {
      const places = following ? [] : placesInSight();
      change();
      if (following) return toEnd();
      const stayed = places.find(({ row }) => row.isConnected);
      if (stayed) scroller.scrollTop += stayed.row.getBoundingClientRect().top - stayed.top;
    },
    /** Scrolls a row to the middle. @param {HTMLElement} row */
    jumpTo(row) {
      setFollowing(false);
      row.scrollIntoView({ block: 'center' });
    },
    jumpToEnd() {
      setFollowing(true);
      toEnd();
    },
  };
}
