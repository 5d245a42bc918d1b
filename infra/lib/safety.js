import { existsSync, lstatSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './instance.js';
import { supervisorPid } from './supervisor.js';

/** @typedef {import('./instance.js').Instance} Instance */

/** @param {string | number} pid @param {RegExp} field of /proc/PID/status */
function fieldOf(pid, field) {
  try {
    return Number(field.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
  } catch {
    return NaN; // it has ended
  }
}

/** The supervisor and all that descends from it. @param {Instance} it @returns {number[]} */
function processesOf(it) {
  const first = supervisorPid(it);
  if (first === null) return [];
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  const parents = new Map(pids.map((pid) => [Number(pid), fieldOf(pid, /^PPid:\s+(\d+)/m)]));
  const found = new Set([first]);
  for (const pid of found) for (const [child, parent] of parents) if (parent === pid) found.add(child);
  return [...found];
}

/**
 * Processes of an instance that run as root.
 * @param {Instance} it
 * @returns {string[]} a line each
 */
export function rootProcesses(it) {
  return processesOf(it)
    .filter((pid) => fieldOf(pid, /^Uid:\s+\d+\s+(\d+)/m) === 0)
    .map((pid) => `${readFileSync(`/proc/${pid}/comm`, 'utf8').trim()} (pid ${pid}) runs as root`);
}

/**
 * What of an instance others than its owner may open: its folder, what lies in it, and settings with keys in the code's own folders.
 * @param {Instance} it
 * @returns {string[]} a line each
 */
export function openFiles(it) {
  const own = (lstatSync(it.dir).mode & 0o077) === 0 ? [] : [it.dir];
  const inside = readdirSync(it.dir, { recursive: true, encoding: 'utf8' }).map((name) => join(it.dir, name));
  const code = ['laravel-chat/.env', 'laravel-chat/bootstrap/cache/config.php'].map((name) => join(root, name));
  return [...own, ...[...inside, ...code].filter(openToOthers)].map((file) => `others may open ${file}`);
}

/** Links have no rights of their own; some servers open their socket to all, and the folder keeps others from it. @param {string} file */
function openToOthers(file) {
  const stat = existsSync(file) ? lstatSync(file) : null;
  return stat !== null && !stat.isSymbolicLink() && !stat.isSocket() && (stat.mode & 0o007) !== 0;
}
