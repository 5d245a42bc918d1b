import { readdirSync, readFileSync } from 'node:fs';

/** @typedef {{pid: number, parent: number, group: number}} Process */

/**
 * The process group of a program. With a mark, also the processes of other groups that were started with `NAME=value`
 * in their environment, and their descendants.
 * @param {number | undefined} leader @param {string} [mark]
 * @returns {number[]} pids, without our own
 */
function startedBy(leader, mark) {
  if (!leader) return [];
  const all = processes();
  const found = new Set(all.filter(({ group }) => group === leader).map(({ pid }) => pid));
  if (mark) {
    for (const { pid } of all) if (pid === leader || environmentOf(pid).includes(mark)) found.add(pid);
    let before;
    do {
      before = found.size;
      for (const { pid, parent } of all) if (found.has(parent)) found.add(pid);
    } while (found.size > before);
  }
  found.delete(process.pid);
  return [...found];
}

/**
 * Ends the process group of a program with SIGKILL, and with a mark whatever it started.
 * @param {number | undefined} leader @param {string} [mark]
 */
export function endProcesses(leader, mark) {
  for (const pid of startedBy(leader, mark)) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It has ended meanwhile.
    }
  }
}

/**
 * The running processes of a program, by the end of their command lines, where a test runner names the file.
 * @param {number | undefined} leader @param {string} mark
 * @returns {string[]} a line each
 */
export const commandsOf = (leader, mark) =>
  startedBy(leader, mark).flatMap((pid) => {
    const command = read(`/proc/${pid}/cmdline`).replaceAll('\0', ' ').trim();
    return command ? [`${pid} ${command.length > 120 ? `... ${command.slice(-120)}` : command}`] : [];
  });

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
