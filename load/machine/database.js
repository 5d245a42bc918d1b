import fs from 'node:fs';
import path from 'node:path';

/** The part of an installation that stores a target's messages, where it stores them in a server. */
const PARTS = { node: 'mongo', laravel: 'mariadb' };

/**
 * The database behind a target, by the program that runs: what speaks MongoDB's protocol need not be MongoDB.
 * @param {string} target node or laravel
 * @param {import('./installation.js').Part[]} parts of its installation
 * @param {(pid: number) => string[]} [read] the words of a process's command
 * @returns {string | null} null: none of these parts, as with embedded stores and servers of somebody's own
 */
export function databaseOf(target, parts, read = commandOf) {
  const pid = parts.find(({ part }) => part === PARTS[/** @type {keyof typeof PARTS} */ (target)])?.pid;
  const [program, ...flags] = pid ? read(pid) : [''];
  switch (path.basename(program)) {
    case 'ferretdb':
      return flags.includes('--handler=sqlite') ? 'FerretDB (SQLite)' : 'FerretDB';
    case 'mongod':
      return 'MongoDB';
    case 'mariadbd':
    case 'mysqld':
      return 'MariaDB';
    default:
      return null;
  }
}

/** @param {number} pid @returns {string[]} */
function commandOf(pid) {
  try {
    return fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
  } catch {
    return [''];
  }
}
