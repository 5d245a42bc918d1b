import path from 'node:path';
import { commandOf } from '../machine/processTree.js';

/** @type {Record<string, string>} databases by their program */
const DATABASES = { ferretdb: 'FerretDB', mongod: 'MongoDB', mariadbd: 'MariaDB', mysqld: 'MariaDB' };

/**
 * The database of a chat, by the program that runs: what speaks MongoDB's protocol need not be MongoDB.
 * @param {number | undefined} pid of the chat's database server
 * @param {(pid: number) => string[]} [readCommand] the words of a process's command
 * @returns {string | null} null: an embedded store, or none that is known here
 */
export function databaseName(pid, readCommand = commandOf) {
  const [program = '', ...flags] = pid === undefined ? [] : readCommand(pid);
  const database = DATABASES[path.basename(program)] ?? null;
  return database === 'FerretDB' && flags.includes('--handler=sqlite') ? 'FerretDB (SQLite)' : database;
}
