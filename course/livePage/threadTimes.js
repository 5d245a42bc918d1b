import fs from 'node:fs';

/**
 * @typedef {object} ThreadTimes counters of a thread since it began
 * @property {number} ranNs time on a processor
 * @property {number} waitedNs time ready to run, waiting for a processor
 * @property {number} timeslices in which it got a processor; an unchanged count means that it has not run
 */

/**
 * Reads /proc/PID/task/TID/schedstat (sched-stats.rst of the kernel), which counts nanoseconds.
 * @param {number} pid @param {number} [thread] the first of the process
 * @returns {ThreadTimes | null} null: the thread has ended, or the kernel keeps no such counters
 */
export function threadTimes(pid, thread = pid) {
  try {
    const [ranNs, waitedNs, timeslices] = fs
      .readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'latin1')
      .trim()
      .split(' ')
      .map(Number);
    return { ranNs, waitedNs, timeslices };
  } catch {
    return null;
  }
}
