import fs from 'node:fs';

/**
 * @typedef {object} ThreadTimes of one thread since it began
 * @property {number} ranNs on a processor
 * @property {number} waitedNs for a processor, though it could have run
 * @property {number} turns how often it was put on a processor: the same twice means that it has not run between
 */

/**
 * From /proc/PID/task/TID/schedstat (sched-stats.rst of the kernel), which has nanoseconds where stat has hundredths of a second.
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

/**
 * @param {number} pid @param {string} name as the thread itself says
 * @returns {number[]} threads of a process that have it, the oldest first
 */
export function threadsNamed(pid, name) {
  try {
    return fs
      .readdirSync(`/proc/${pid}/task`)
      .filter((thread) => fs.readFileSync(`/proc/${pid}/task/${thread}/comm`, 'latin1').trim() === name)
      .map(Number)
      .sort((one, other) => one - other);
  } catch {
    return [];
  }
}

/** @param {number} pid @param {number} thread @returns {boolean | null} whether it sleeps for anything but its event loop; null where the kernel does not say */
export function sleepsOutsideItsLoop(pid, thread) {
  try {
    const place = fs.readFileSync(`/proc/${pid}/task/${thread}/wchan`, 'latin1');
    return place === '' || place === '0' ? null : !/e(vent)?poll/.test(place);
  } catch {
    return null;
  }
}
