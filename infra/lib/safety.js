import { lstatSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './instance.js';
import { parts } from './parts/index.js';
import { portFaults, portsOf } from './port-owner.js';
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
 * Files of an instance that others than its owner may open or have made: its folder, all in it, the folders above it,
 * and settings with keys in the code's own folders.
 * @param {Instance} it
 * @returns {string[]} a line each
 */
export function openFiles(it) {
  const { uid, gid, mode } = lstatSync(it.dir);
  const inside = readdirSync(it.dir, { recursive: true, encoding: 'utf8' }).map((name) => join(it.dir, name));
  const keys = ['laravel-chat/.env', 'laravel-chat/bootstrap/cache/config.php'].map((name) => join(root, name));
  const above = lstatSync(join(it.dir, '..'));
  const mayChange = [0, uid, process.getuid?.()].includes(above.uid) && (above.mode & 0o022) === 0;
  return [
    ...(mayChange ? [] : [`others may write to ${join(it.dir, '..')}`]),
    ...(process.getuid?.() === 0 || process.getuid?.() === uid ? [] : [`${it.dir} is uid ${uid}'s, not yours`]),
    ...((mode & 0o077) === 0 ? [] : [`others may open ${it.dir}`]),
    ...inside.flatMap((file) => faultsOf(file, { uid, gid })),
    ...keys.filter((file) => isOpen(file, 0o007)).map((file) => `others may open ${file}`),
  ];
}

/** The owner's own group is nobody else: MariaDB gives it rights. @param {string} file @param {{uid: number, gid: number}} owner */
function faultsOf(file, owner) {
  const stat = lstatSync(file, { throwIfNoEntry: false });
  if (!stat) return []; // it went meanwhile
  return [
    ...(stat.uid === owner.uid ? [] : [`${file} is uid ${stat.uid}'s, the rest uid ${owner.uid}'s`]),
    ...(isOpen(file, stat.gid === owner.gid ? 0o007 : 0o077) ? [`others may open ${file}`] : []),
    ...(stat.isFile() && (stat.mode & 0o6000) !== 0 ? [`${file} runs as its owner, whoever starts it (setuid)`] : []),
  ];
}

/** Links have no rights of their own; some servers open their socket to all, and the folder keeps others from it. @param {string} file @param {number} bits */
function isOpen(file, bits) {
  const stat = lstatSync(file, { throwIfNoEntry: false });
  return stat !== undefined && !stat.isSymbolicLink() && !stat.isSocket() && (stat.mode & bits) !== 0;
}

/**
 * TCP ports of an instance that are not as they should be: of databases and php-fpm, or another user's on a port of its own.
 * @param {Instance} it
 * @returns {string[]} a line each
 */
export function wrongPorts(it) {
  const expected = parts(it).map(({ port }) => port);
  const { uid } = lstatSync(it.dir);
  const more = processesOf(it).flatMap((pid) =>
    portsOf(pid)
      .filter((port) => !expected.includes(port))
      .map(
        (port) =>
          `${readFileSync(`/proc/${pid}/comm`, 'utf8').trim()} (pid ${pid}) listens on TCP port ${port}, for everybody here`,
      ),
  );
  const others = parts(it).flatMap((part) => portFaults(part, uid));
  return [...new Set([...more, ...others])];
}
