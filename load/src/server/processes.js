import path from 'node:path';
import { commandOf } from '../machine/processTree.js';
import { isOfThisMachine } from './claim.js';

/** @import { Part } from './instance.js' */
/** @import { Target } from './targets.js' */

/** @type {Record<string, string>} names of databases by program */
const DATABASES = { ferretdb: 'FerretDB', mongod: 'MongoDB', mariadbd: 'MariaDB', mysqld: 'MariaDB' };

/** @param {string} url @param {Part[]} parts an instance's @returns {Part[]} all of them, or [] if none has this url */
export function partsAt(url, parts) {
  const answers = (/** @type {Part} */ part) => part.url && new URL(part.url).port === new URL(url).port;
  return isOfThisMachine(url) && parts.some(answers) ? parts : [];
}

/**
 * @param {Target | undefined} target @param {Part[]} parts those that run for the server
 * @returns {Record<string, number[]>} pids by part; all processes of a chat have the name of the first
 */
export function processesOf(target, parts) {
  const { fronts = [], messages, http, database = '' } = target ?? {};
  const names = new Set([...fronts, ...(messages?.parts ?? []), ...(http?.parts ?? []), database]);
  /** @type {Record<string, number[]>} */
  const pids = {};
  for (const { part, pid } of parts) {
    const name = part.replace(/^(node|loop)s:.*/, '$1');
    if (pid !== null && names.has(name)) (pids[name] ??= []).push(pid);
  }
  return pids;
}

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
