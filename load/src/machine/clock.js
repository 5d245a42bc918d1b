let aheadMs = 0;

/** @returns {number} ms since 1970 with fractions: the same clock in every process of one machine */
export const now = () => performance.timeOrigin + performance.now() + aheadMs;

/** Makes now() follow another machine's clock. @param {number} ms by which that clock is ahead of now() */
export function followClock(ms) {
  aheadMs += ms;
}

/** @returns {number} ms that the followed clock is ahead of this machine's; 0 if none is followed */
export const clockAhead = () => aheadMs;
