import { contract } from '../contract.js';

const { presenceMinWindowMs, presenceMsPerUser } = contract.limits;

/**
 * Gathers changes for one event. The first change begins a window; its length grows with the number of receivers.
 * @param {() => number} online users
 * @param {() => void} tell
 */
export function createGathering(online, tell) {
  /** @type {NodeJS.Timeout | null} */
  let telling = null;
  return {
    changed() {
      telling ??= setTimeout(
        () => {
          telling = null;
          tell();
        },
        Math.max(presenceMinWindowMs, presenceMsPerUser * online()),
      );
    },
    close() {
      if (telling) clearTimeout(telling);
    },
  };
}
