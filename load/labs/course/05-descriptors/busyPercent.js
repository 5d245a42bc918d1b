import { statFields } from '../../../machine/processTree.js';

const LOOKS = 100;
const EVERY_MS = 15;

/**
 * How often a process wants a processor, whether it gets one or not: CPU time would say how many others want one too.
 * @param {number} pid @param {(ms: number) => Promise<void>} sleep
 * @returns {Promise<number>} percent of looks
 */
export async function busyPercent(pid, sleep) {
  let running = 0;
  for (let look = 0; look < LOOKS; look++) {
    const [state] = statFields(pid);
    if (state === 'R') running++;
    await sleep(EVERY_MS);
  }
  return Math.round((running / LOOKS) * 100);
}
