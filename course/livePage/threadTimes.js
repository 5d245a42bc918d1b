import fs from 'node:fs';

/**
 * @typedef {object} ThreadTimes of one thread since it began
 * @property {number} ranNs on a processor
 * @property {number} waitedNs for a processor, though it could have run
 * @property {number} turns how often it was put on a processor: the same twice means that it has not run between
 */

/**
 * From /proc/PID/task/TID/schedstat (sched-stats.rst of the kernel), which counts nanoseconds.
 * @param {number} pid @param {number} [thread] the first of the process
 * @returns {ThreadTimes | null} null: it has ended, or the kernel does not tell
 */
export function threadTimes(pid, thread = pid) {
  try {
    const [ranNs, waitedNs, turns] = fs
      .readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'latin1')
      .trim()
      .split(' ')
      .map(Number);
    return { ranNs, waitedNs, turns };
  } catch {
    return null;
  }
}
