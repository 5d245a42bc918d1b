import { contract } from '../contract.js';

/** @import { Presence } from './presence.js' */

const { gatheringMinMs, gatheringMsPerUser } = contract.limits;

/**
 * An event that tells changes of presence, or of typing, which gather for it. They gather from the first one on,
 * for longer the more receivers there are.
 * @param {Pick<Presence, 'count'>} presence
 * @param {() => void} flush
 */
export function createGatheredEvent(presence, flush) {
  /** @type {NodeJS.Timeout | null} */
  let timer = null;
  return {
    changed() {
      timer ??= setTimeout(
        () => {
          timer = null;
          flush();
        },
        Math.max(gatheringMinMs, gatheringMsPerUser * presence.count),
      );
    },
    close() {
      if (timer) clearTimeout(timer);
    },
  };
}
