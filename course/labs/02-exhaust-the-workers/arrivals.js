import { setTimeout as sleep } from 'node:timers/promises';

const LOOK_EVERY_MS = 50;

/**
 * Sends requests at fixed times (an open loop), and measures how long each is inside and how many are inside.
 * @param {object} plan
 * @param {number} plan.perSecond
 * @param {number} plan.seconds for which requests arrive; the function ends when the last one is answered
 * @param {() => Promise<unknown>} plan.request
 * @param {(seconds: number, inside: number) => void} plan.onLook called twenty times a second
 * @returns {Promise<{failed: number, perSecond: number, meanSeconds: number, insideMean: number, insideMost: number}>}
 *   perSecond: answers, until the last one; insideMean: of all looks, until the last one
 */
export async function arrive({ perSecond, seconds, request, onLook }) {
  const looks = [];
  let [inside, answered, failed, sum] = [0, 0, 0, 0];
  const began = performance.now();
  const elapsed = () => (performance.now() - began) / 1000;
  const total = Math.round(perSecond * seconds);
  const one = async (/** @type {number} */ due) => {
    inside++;
    try {
      await request();
      answered++;
      sum += elapsed() - due;
    } catch {
      failed++;
    }
    inside--;
  };
  for (let come = 0; come < total || inside > 0;) {
    for (; come < total && come / perSecond <= elapsed(); come++) one(come / perSecond);
    looks.push(inside);
    onLook(elapsed(), inside);
    await sleep(LOOK_EVERY_MS);
  }
  const took = elapsed();
  return {
    failed,
    perSecond: answered / took,
    meanSeconds: sum / Math.max(1, answered),
    insideMean: looks.reduce((all, look) => all + look, 0) / looks.length,
    insideMost: Math.max(...looks),
  };
}
