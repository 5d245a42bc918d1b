import { contract } from '../contract.js';

/** @import { Presence } from './presence.js' */

const { presenceMinWindowMs, presenceMsPerUser } = contract.limits;

/**
 * Changes of presence, or of typing, within a window make one event. The first change begins the window. Its length
 * grows with the number of receivers.
 * @param {Pick<Presence, 'count'>} presence
 * @param {() => void} flush
 */
export function createReceiverWindow(presence, flush) {
  /** @type {NodeJS.Timeout | null} */
  let timer = null;
  return {
    changed() {
      timer ??= setTimeout(
        () => {
          timer = null;
          flush();
        },
        Math.max(presenceMinWindowMs, presenceMsPerUser * presence.count),
      );
    },
    close() {
      if (timer) clearTimeout(timer);
    },
  };
}
