import { contract } from '../contract.js';

const { presenceMinWindowMs, presenceMsPerUser } = contract.limits;

/**
 * Gathers changes for one event. The first change begins a window; its length grows with the number of receivers.
 * @param {() => number} online users
 * @param {() => void} flush
 */
export function createGathering(online, flush) {
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
