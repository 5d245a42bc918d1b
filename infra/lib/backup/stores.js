import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parts } from '../parts/index.js';
import { runArtisan } from '../parts/laravel.js';
import { mongoUri } from '../parts/mongo.js';
import { checkMariadb, loadMariadb, saveMariadb } from './mariadb.js';
import { checkMongo, emptyMongo, loadMongo, saveMongo, OF_THE_PROCESS } from './mongo.js';
import { secrets } from '../secrets.js';
import { checkSqlite, loadSqlite, saveSqlite } from './sqlite.js';

/** @typedef {import('../instance.js').Instance} Instance */

/**
 * @typedef {object} Store where a chat keeps its messages, users and sessions
 * @property {string} name its name in an archive
 * @property {string} chat `node` or `laravel`
 * @property {(folder: string) => void | Promise<void>} save
 * @property {(file: string) => boolean} has whether its back-up has a file of such a name
 * @property {(folder: string) => void | Promise<void>} check throws where a back-up of it is not fit to be loaded
 * @property {(folder: string) => void | Promise<void>} load with the chat stopped, its database running
 * @property {() => void | Promise<void>} empty as load: then the next message is the first
 */

/**
 * The stores of an instance's chats.
 * @param {Instance} it
 * @returns {Store[]}
 */
export function stores(it) {
  const names = parts(it).map((part) => part.name);
  const real = it.options.real;
  return [
    ...(names.includes('node') ? [real ? mongo(it) : nodeSqlite(it)] : []),
    ...(names.includes('loop') ? [real ? mariadb(it) : sqlite(it)] : []),
  ];
}

/** @param {Instance} it @returns {Store} */
const mongo = (it) => ({
  name: 'mongo',
  chat: 'node',
  has: (file) => /^[A-Za-z_-]{1,60}\.jsonl$/.test(file) && !OF_THE_PROCESS.some((name) => file === `${name}.jsonl`),
  check: checkMongo,
  save: (folder) => saveMongo(mongoUri(it), folder),
  load: (folder) => loadMongo(mongoUri(it), folder),
  empty: () => emptyMongo(mongoUri(it)),
});

/** @param {Instance} it @returns {Store} */
const mariadb = (it) => ({
  name: 'mariadb',
  chat: 'laravel',
  has: (file) => file === 'chat.sql',
  check: (folder) => checkMariadb(join(folder, 'chat.sql')),
  save: (folder) => saveMariadb(it, join(folder, 'chat.sql')),
  load: (folder) => loadMariadb(it, join(folder, 'chat.sql')),
  empty: () => void runArtisan(it, secrets(it), 'migrate:fresh', '--force'),
});

/** @param {Instance} it @returns {Store} */
const nodeSqlite = (it) => sqliteStore('node-sqlite', 'node', join(it.dir, 'data/node/chat.db'));

/** @param {Instance} it @returns {Store} */
const sqlite = (it) =>
  // Not migrate:fresh, which damages a database in WAL mode.
  sqliteStore('sqlite', 'laravel', join(it.dir, 'data/laravel/chat.sqlite'), () =>
    runArtisan(it, secrets(it), 'migrate', '--force'),
  );

/** @param {string} name @param {string} chat @param {string} file @param {() => void} [migrate] @returns {Store} */
const sqliteStore = (name, chat, file, migrate = () => {}) => ({
  name,
  chat,
  has: (each) => each === 'chat.sqlite',
  check: (folder) => checkSqlite(join(folder, 'chat.sqlite')),
  save: (folder) => saveSqlite(file, join(folder, 'chat.sqlite')),
  load: (folder) => loadSqlite(join(folder, 'chat.sqlite'), file),
  empty() {
    for (const suffix of ['', '-wal', '-shm']) rmSync(file + suffix, { force: true });
    migrate();
  },
});

/** @param {string} folder */
export function emptyFolder(folder) {
  if (existsSync(folder)) rmSync(folder, { recursive: true });
  mkdirSync(folder, { recursive: true, mode: 0o700 });
}
