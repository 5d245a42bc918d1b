import fs from 'node:fs';

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
    if (stateOf(pid) === 'R') running++;
    await sleep(EVERY_MS);
  }
  return Math.round((running / LOOKS) * 100);
}

/** proc(5): the state follows the name in brackets. @param {number} pid */
function stateOf(pid) {
  const text = fs.readFileSync(`/proc/${pid}/stat`, 'latin1');
  return text.slice(text.lastIndexOf(')') + 2)[0];
}
