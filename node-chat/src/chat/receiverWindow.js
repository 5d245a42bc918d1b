import { contract } from '../contract.js';

const { presenceMinWindowMs, presenceMsPerUser } = contract.limits;

/**
 * Changes of presence, or of typing, within a window make one event. The first change begins the window. Its length
 * grows with the number of receivers.
 * @param {() => number} online users
 * @param {() => void} flush
 */
export function createReceiverWindow(online, flush) {
  /** @type {NodeJS.Timeout | null} */
  let timer = null;
  return {
    changed() {
      timer ??= setTimeout(
        () => {
          timer = null;
          flush();
        },
        Math.max(presenceMinWindowMs, presenceMsPerUser * online()),
      );
    },
    close() {
      if (timer) clearTimeout(timer);
    },
  };
}
