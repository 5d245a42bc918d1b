import path from 'node:path';
import { commandOf } from '../machine/processTree.js';

/** @type {Record<string, string>} names of databases by program */
const DATABASES = { ferretdb: 'FerretDB', mongod: 'MongoDB', mariadbd: 'MariaDB', mysqld: 'MariaDB' };

/**
 * Tells a chat's database by its program: another database may speak MongoDB's protocol.
 * @param {number | undefined} pid the chat's database server's
 * @param {(pid: number) => string[]} [readCommand] gives the words of a process's command
 * @returns {string | null} null: an embedded store, or an unknown database
 */
export function databaseName(pid, readCommand = commandOf) {
  const [program = '', ...flags] = pid === undefined ? [] : readCommand(pid);
  const database = DATABASES[path.basename(program)] ?? null;
  return database === 'FerretDB' && flags.includes('--handler=sqlite') ? 'FerretDB (SQLite)' : database;
}
