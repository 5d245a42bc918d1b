import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { searchPath } from './on-path.js';

/** @typedef {import('./instance.js').Instance} Instance */

/** Laravel's variables for a server that runs already. */
export const outsideNames = ['DB_HOST', 'DB_SOCKET', 'DB_PORT', 'DB_DATABASE', 'DB_USERNAME', 'DB_PASSWORD'];

/**
 * @param {NodeJS.ProcessEnv} env
 * @returns {Record<string, string> | null} null: none is named, and infra/up starts one
 */
export function outsideMariadb(env) {
  if (!env.DB_HOST && !env.DB_SOCKET) return null;
  return Object.fromEntries(outsideNames.flatMap((name) => (env[name] ? [[name, env[name]]] : [])));
}

/** @param {Instance} it */
export const startsMariadb = ({ options: { real, only, mariadb } }) => real && only !== 'node' && !mariadb;

/** @param {Instance} it */
export const mariadbSocket = (it) => join(it.dir, 'run/mariadb.sock');

/**
 * How Laravel reaches its store.
 * @param {Instance} it @param {string} password of its account on a server of ours
 * @returns {Record<string, string>}
 */
export function laravelStore(it, password) {
  if (!it.options.real) return { DB_CONNECTION: 'sqlite' };
  if (it.options.mariadb) return { DB_CONNECTION: 'mysql', ...it.options.mariadb };
  const account = { DB_DATABASE: 'chat', DB_USERNAME: 'laravel-chat', DB_PASSWORD: password };
  return { DB_CONNECTION: 'mysql', DB_SOCKET: mariadbSocket(it), ...account };
}

/**
 * SQL that MariaDB runs before it accepts clients: Laravel's account, and one for the user that the server runs as.
 * @param {string} password @param {string} user
 */
const accounts = (password, user) => `CREATE DATABASE IF NOT EXISTS chat CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;
CREATE OR REPLACE USER 'laravel-chat'@'localhost' IDENTIFIED BY '${password}';
GRANT ALL ON chat.* TO 'laravel-chat'@'localhost';
CREATE OR REPLACE USER '${user}'@'localhost' IDENTIFIED VIA unix_socket;
GRANT ALL ON chat.* TO '${user}'@'localhost';
`;

/**
 * Makes the files of a MariaDB of our own, where there are none.
 * @param {Instance} it @param {string} password Laravel's @param {string} user that the server runs as
 */
export function prepareMariadb(it, password, user) {
  writeFileSync(join(it.dir, 'run/mariadb.sql'), accounts(password, user));
  const data = join(it.dir, 'data/mariadb');
  // mariadb-install-db writes this file last: without it an installation was interrupted.
  if (existsSync(join(data, 'mysql_upgrade_info')) || existsSync(join(data, 'mariadb_upgrade_info'))) return;
  for (const left of readdirSync(data)) rmSync(join(data, left), { recursive: true });
  const words = ['--no-defaults', `--datadir=${data}`, `--auth-root-socket-user=${user}`];
  execFileSync('mariadb-install-db', [...words, '--auth-root-authentication-method=socket', '--skip-test-db'], {
    env: { ...process.env, PATH: searchPath, HOME: it.dir },
    stdio: 'pipe',
  });
}
