// The database servers of infra/up --real and the Redis of --processes. infra/up starts them, or knows their address.
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { basename, join } from 'node:path';
import { socketOf } from './instance.js';
import { onPath, searchPath } from './onPath.js';

/** @import { Instance } from './instance.js' */

// Redis connects a chat's processes.

/** @param {Instance} instance */
export const startsRedis = ({ options: { processes, redis } }) => processes > 1 && !redis;

/** Gives Redis's address, or '' if each chat is one process. @param {Instance} instance */
export const redisUrl = (instance) =>
  startsRedis(instance) ? `unix://${socketOf(instance, 'redis')}` : (instance.options.redis ?? '');

// The Node.js chat uses a server of MongoDB's protocol.

/**
 * Finds a server of MongoDB's protocol: an address from MONGODB_URI, the file of mongod or ferretdb, or null. An
 * instance remembers it, since a later command may have another PATH.
 * @param {NodeJS.Dict<string>} env
 */
export const mongoServer = ({ MONGODB_URI }) => MONGODB_URI || onPath('mongod') || onPath('ferretdb');

export const mongoMissing = `No server of the MongoDB protocol is at hand. One of these helps:
  - set MONGODB_URI to a server that runs
  - install mongod (MongoDB Community, from MongoDB's own packages: Debian has none)
  - put ferretdb (FerretDB 1.24, one static program) on PATH
or leave the Node.js chat out: --only laravel`;

/** @param {Instance} instance */
export const startsMongo = ({ options: { mongo } }) => mongo !== null && !mongo.includes('://');

/** Gives MongoDB's address, or '' for the embedded store. @param {Instance} instance */
export const mongoUri = (instance) =>
  startsMongo(instance)
    ? `mongodb://${encodeURIComponent(socketOf(instance, 'mongo'))}/chat`
    : (instance.options.mongo ?? '');

/** Gives the command that starts it. @param {Instance} instance */
export function mongoCommand(instance) {
  if (!startsMongo(instance)) return 'false';
  const program = instance.options.mongo ?? '';
  const data = join(instance.dir, 'data/mongo');
  const socket = socketOf(instance, 'mongo');
  const flags =
    basename(program) === 'mongod'
      ? `--dbpath ${data} --bind_ip ${socket} --filePermissions 0600`
      : // By TCP ferretdb would obey every user of the machine.
        `--handler=sqlite --sqlite-url=file:${data}/ --state-dir=${data} --listen-addr= --listen-unix=${socket} ` +
        '--telemetry=disable --debug-addr=- --log-level=warn';
  return `${program} ${flags}`;
}

// The Laravel chat uses MariaDB.

/**
 * Gives Laravel's variables for a server that already runs.
 * @param {NodeJS.Dict<string>} env
 * @returns {Record<string, string> | null} null: the environment names none, and infra/up starts one
 */
export function namedMariadb(env) {
  if (!env.DB_HOST && !env.DB_SOCKET) return null;
  const names = ['DB_HOST', 'DB_SOCKET', 'DB_PORT', 'DB_DATABASE', 'DB_USERNAME', 'DB_PASSWORD'];
  return Object.fromEntries(names.flatMap((name) => (env[name] ? [[name, env[name]]] : [])));
}

/** @param {Instance} instance */
export const startsMariadb = ({ options: { real, only, mariadb } }) => real && only !== 'node' && !mariadb;

/**
 * Gives the variables by which Laravel reaches its store.
 * @param {Instance} instance @param {string} password Laravel's on a server that infra/up starts
 * @returns {Record<string, string>}
 */
export function laravelStore(instance, password) {
  if (!instance.options.real) return { DB_CONNECTION: 'sqlite' };
  if (instance.options.mariadb) return { DB_CONNECTION: 'mysql', ...instance.options.mariadb };
  const account = { DB_DATABASE: 'chat', DB_USERNAME: 'laravel-chat', DB_PASSWORD: password };
  return { DB_CONNECTION: 'mysql', DB_SOCKET: socketOf(instance, 'mariadb'), ...account };
}

/**
 * Writes the SQL that MariaDB runs before it accepts clients. Makes its files on the first start.
 * @param {Record<string, string>} settings the instance's
 */
export function prepareMariadb({ CHAT_DIR: dir, CHAT_DB_PASSWORD: password }) {
  const user = userInfo().username;
  const accounts = `CREATE DATABASE IF NOT EXISTS chat CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;
CREATE OR REPLACE USER 'laravel-chat'@'localhost' IDENTIFIED BY '${password}';
GRANT ALL ON chat.* TO 'laravel-chat'@'localhost';
CREATE OR REPLACE USER '${user}'@'localhost' IDENTIFIED VIA unix_socket;
GRANT ALL ON chat.* TO '${user}'@'localhost';
`;
  writeFileSync(join(dir, 'run/mariadb.sql'), accounts);
  const data = join(dir, 'data/mariadb');
  // mariadb-install-db writes this file last: if it is missing, an installation was interrupted.
  if (existsSync(join(data, 'mysql_upgrade_info')) || existsSync(join(data, 'mariadb_upgrade_info'))) return;
  for (const left of readdirSync(data)) rmSync(join(data, left), { recursive: true });
  const account = [`--auth-root-socket-user=${user}`, '--auth-root-authentication-method=socket'];
  execFileSync('mariadb-install-db', ['--no-defaults', `--datadir=${data}`, ...account, '--skip-test-db'], {
    env: { ...process.env, PATH: searchPath, HOME: dir },
    stdio: 'pipe',
  });
}
