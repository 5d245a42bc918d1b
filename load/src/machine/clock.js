let aheadMs = 0;

/** @returns {number} ms since 1970 with fractions: the same clock in every process of one machine */
export const now = () => performance.timeOrigin + performance.now() + aheadMs;

/** Lets this process tell another machine's time. @param {number} ms that its clock is ahead of what now() tells */
export function followClock(ms) {
  aheadMs += ms;
}

/** @returns {number} ms that another machine's clock is ahead of this one's, if this process follows it */
export const clockAhead = () => aheadMs;
