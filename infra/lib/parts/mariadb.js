import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { onPath } from '../on-path.js';

/** @typedef {import('../instance.js').Instance} Instance */

export const mariadbDatabase = 'chat';

export const characterSet = 'CHARACTER SET utf8mb4 COLLATE utf8mb4_bin';

/** Laravel's. */
const account = 'laravel-chat';

/** @param {Instance} it */
const socketOf = (it) => join(it.dir, 'run/mariadb.sock');

/** @param {Instance} it */
export const mariadbConfig = (it) => join(it.dir, 'mariadb.cnf');

/** Laravel's variables for a server that runs already. */
export const outsideNames = ['DB_HOST', 'DB_PORT', 'DB_DATABASE', 'DB_USERNAME', 'DB_PASSWORD'];

/**
 * @param {NodeJS.ProcessEnv} env
 * @returns {Record<string, string> | null} null: none is named, and infra/up starts one
 */
export function outsideMariadb(env) {
  if (!env.DB_HOST) return null;
  return Object.fromEntries(outsideNames.flatMap((name) => (env[name] ? [[name, env[name]]] : [])));
}

/** Whether outsideMariadb made it, and formatEnv can write it. @param {Record<string, unknown>} values */
export const isOutside = (values) =>
  Object.entries(values).every(
    ([name, value]) => outsideNames.includes(name) && typeof value === 'string' && !/['\p{Cc}]/u.test(value),
  );

/**
 * How Laravel reaches it; DB_PASSWORD of a server of ours is among the secrets.
 * @param {Instance} it
 * @returns {Record<string, string>}
 */
export function mariadbEnv(it) {
  if (it.options.mariadb) return { DB_CONNECTION: 'mysql', ...it.options.mariadb };
  return {
    DB_CONNECTION: 'mysql',
    DB_SOCKET: socketOf(it),
    DB_DATABASE: mariadbDatabase,
    DB_USERNAME: account,
  };
}

/** @param {Instance} it @param {string} data */
const config = (it, data) => `[client]
socket=${socketOf(it)}
user=${userInfo().username}
[mariadbd]
datadir=${data}
socket=${socketOf(it)}
pid-file=${join(it.dir, 'run/mariadb.pid')}
tmpdir=${join(it.dir, 'run')}
skip-networking
init-file=${accountsOf(it)}
character-set-server=utf8mb4
collation-server=utf8mb4_bin
max_connections=500
back_log=512
innodb_buffer_pool_size=256M
innodb_log_file_size=128M
# An acknowledged message survives a crash of the machine, not just of the server.
innodb_flush_log_at_trx_commit=1
`;

/** SQL that MariaDB runs at each start, before it accepts clients. @param {Instance} it */
const accountsOf = (it) => join(it.dir, 'run/mariadb.sql');

/** Laravel, its migrations and a back-up need no more. None of these makes triggers, routines, events or views. */
const chatRights = 'SELECT, INSERT, UPDATE, DELETE, CREATE, ALTER, DROP, INDEX, REFERENCES, LOCK TABLES';

/**
 * Laravel's account, and one for the user that the server runs as, who may look at all of the chat's database.
 * Neither may do more, whatever the installation gave it: what must be done to the server itself stands here.
 * @param {Record<string, string>} secrets @param {string} user
 */
const accounts = (secrets, user) => `CREATE DATABASE IF NOT EXISTS ${mariadbDatabase} ${characterSet};
CREATE OR REPLACE USER '${account}'@'localhost' IDENTIFIED BY '${secrets.DB_PASSWORD}';
GRANT ${chatRights} ON ${mariadbDatabase}.* TO '${account}'@'localhost';
CREATE OR REPLACE USER '${user}'@'localhost' IDENTIFIED VIA unix_socket;
GRANT ALL ON ${mariadbDatabase}.* TO '${user}'@'localhost';
`;

/**
 * Null where the server is not ours to start.
 * @param {Instance} it
 */
export function mariadb(it) {
  if (it.options.mariadb) return null;
  const data = join(it.dir, 'data/mariadb');
  const user = userInfo().username;
  return {
    name: 'mariadb',
    command: [onPath('mariadbd') ?? 'mariadbd', `--defaults-file=${mariadbConfig(it)}`, `--user=${user}`],
    env: { UMASK: '0600', UMASK_DIR: '0700' },
    url: 'unix:run/mariadb.sock',
    sockets: [socketOf(it)],
    stopSeconds: 60,
    /** @param {Record<string, string>} secrets */
    prepare(secrets) {
      mkdirSync(data, { recursive: true });
      writeFileSync(mariadbConfig(it), config(it, data));
      writeFileSync(accountsOf(it), accounts(secrets, user), { mode: 0o600 });
      if (existsSync(join(data, 'mysql'))) return;
      const words = [
        '--no-defaults',
        `--datadir=${data}`,
        `--user=${user}`,
        '--skip-test-db',
        `--auth-root-socket-user=${user}`,
      ];
      execFileSync('mariadb-install-db', ['--auth-root-authentication-method=socket', ...words], { stdio: 'pipe' });
    },
  };
}
