import path from 'node:path';
import { knownTarget } from './targets.js';
import { commandOf } from '../machine/processTree.js';
import { answersAt } from './instance.js';

/** @type {Record<string, string>} databases by their program */
const DATABASES = { ferretdb: 'FerretDB', mongod: 'MongoDB', mariadbd: 'MariaDB', mysqld: 'MariaDB' };

/**
 * The database behind a target, by the program that runs: what speaks MongoDB's protocol need not be MongoDB.
 * @param {{name: string, url: string}} target name: node or laravel
 * @param {import('./instance.js').Part[]} parts of an instance
 * @param {(pid: number) => string[]} [readCommand] the words of a process's command
 * @returns {string | null} null: an embedded store, or a target outside of this instance
 */
export function databaseName({ name, url }, parts, readCommand = commandOf) {
  if (!answersAt(parts, url)) return null;
  const pid = parts.find(({ part }) => part === knownTarget(name)?.database)?.pid;
  const [program = '', ...flags] = pid ? readCommand(pid) : [];
  const database = DATABASES[path.basename(program)] ?? null;
  return database === 'FerretDB' && flags.includes('--handler=sqlite') ? 'FerretDB (SQLite)' : database;
}
