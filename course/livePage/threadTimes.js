import fs from 'node:fs';

/**
 * @typedef {object} ThreadTimes counters of a thread since it began
 * @property {number} ranNs time on a processor
 * @property {number} waitedNs time ready to run, waiting for a processor
 * @property {number} timeslices how often it got a processor; an unchanged count means that it has not run
 */

/**
 * Reads /proc/PID/schedstat (sched-stats.rst of the kernel), which counts nanoseconds of the first thread.
 * @param {number} pid
 * @returns {ThreadTimes | null} null: the process has ended, or the kernel keeps no such counters
 */
export function threadTimes(pid) {
  try {
    const counters = fs.readFileSync(`/proc/${pid}/schedstat`, 'latin1');
    const [ranNs, waitedNs, timeslices] = counters.trim().split(' ').map(Number);
    return { ranNs, waitedNs, timeslices };
  } catch {
    return null;
  }
}
