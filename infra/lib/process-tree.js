import { readdirSync, readFileSync } from 'node:fs';

/** @typedef {{pid: number, parent: number, group: number}} Process */

/**
 * Ends the process group of a program with SIGKILL. With a mark it ends, too, whatever the program started: those that have
 * `NAME=value` in the environment they were started with, in whatever group, and their descendants, who may have
 * overwritten theirs.
 * @param {number | undefined} leader @param {string} [mark]
 */
export function endProcesses(leader, mark) {
  if (!leader) return;
  const all = processes();
  const ending = new Set(all.filter(({ group }) => group === leader).map(({ pid }) => pid));
  if (mark) {
    for (const { pid } of all) if (pid === leader || environmentOf(pid).includes(mark)) ending.add(pid);
    let before;
    do {
      before = ending.size;
      for (const { pid, parent } of all) if (ending.has(parent)) ending.add(pid);
    } while (ending.size > before);
  }
  ending.delete(process.pid);
  for (const pid of ending) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It has ended meanwhile.
    }
  }
}

/** @returns {Process[]} */
function processes() {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      // `PID (name) STATE PARENT GROUP ...`, where the name may hold anything: what counts comes behind its last bracket.
      const stat = read(`/proc/${name}/stat`);
      const [, parent, group] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      return stat ? [{ pid: Number(name), parent: Number(parent), group: Number(group) }] : [];
    });
}

/** @param {number} pid */
const environmentOf = (pid) => read(`/proc/${pid}/environ`).split('\0');

/** @param {string} file its text, or '' where the process is gone or another user's */
function read(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
