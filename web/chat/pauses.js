/** A slower acknowledgement counts as lost; the contract allows a server 5 s. */
export const ACK_MS = 8000;

/** @param {number} ms @returns {Promise<void>} */
export const wait = (ms) => new Promise((done) => setTimeout(done, ms));

/**
 * Gives the pause before another attempt, which doubles with each failure. A quarter is random, so that not all pages
 * reach a restarted server at the same moment.
 * @param {number} failures number of failures before this one
 * @param {number} firstMs @param {number} maxMs
 */
export const backOff = (failures, firstMs, maxMs) =>
  Math.min(maxMs, firstMs * 2 ** failures) * (0.75 + Math.random() / 2);
