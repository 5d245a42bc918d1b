import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { loopback } from '../instance.js';
import { onPath } from '../on-path.js';

/** @typedef {import('../instance.js').Instance} Instance */

export const mariadbDatabase = 'chat';

/** @param {Instance} it */
export const mariadbConfig = (it) => join(it.dir, 'mariadb.cnf');

/**
 * How Laravel reaches it; DB_PASSWORD is among the secrets.
 * @param {Instance} it
 */
export function mariadbEnv(it) {
  return {
    DB_CONNECTION: 'mysql',
    DB_HOST: loopback,
    DB_PORT: `${it.ports.mariadb}`,
    DB_DATABASE: mariadbDatabase,
    DB_USERNAME: 'chat',
  };
}

/** @param {Instance} it @param {string} data */
const config = (it, data) => `[client]
socket=${join(it.dir, 'run/mariadb.sock')}
user=${userInfo().username}
[mariadbd]
datadir=${data}
socket=${join(it.dir, 'run/mariadb.sock')}
pid-file=${join(it.dir, 'run/mariadb.pid')}
tmpdir=${join(it.dir, 'run')}
bind-address=${loopback}
port=${it.ports.mariadb}
skip-name-resolve
character-set-server=utf8mb4
collation-server=utf8mb4_bin
max_connections=500
back_log=512
innodb_buffer_pool_size=256M
innodb_log_file_size=128M
# An acknowledged message survives a crash of the machine, not just of the server.
innodb_flush_log_at_trx_commit=1
`;

/** @param {Instance} it */
export function mariadb(it) {
  const data = join(it.dir, 'data/mariadb');
  const user = userInfo().username;
  return {
    name: 'mariadb',
    command: [onPath('mariadbd') ?? 'mariadbd', `--defaults-file=${mariadbConfig(it)}`, `--user=${user}`],
    env: {},
    url: `mysql://${loopback}:${it.ports.mariadb}/${mariadbDatabase}`,
    port: it.ports.mariadb,
    stopSeconds: 60,
    prepare() {
      mkdirSync(data, { recursive: true });
      writeFileSync(mariadbConfig(it), config(it, data));
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
    /** @param {Record<string, string>} secrets */
    complete(secrets) {
      const account = `'chat'@'${loopback}'`;
      const input = `CREATE DATABASE IF NOT EXISTS ${mariadbDatabase} CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;
CREATE USER IF NOT EXISTS ${account};
ALTER USER ${account} IDENTIFIED BY '${secrets.DB_PASSWORD}';
GRANT ALL ON ${mariadbDatabase}.* TO ${account};`;
      execFileSync('mariadb', [`--defaults-file=${mariadbConfig(it)}`, '--user=root'], {
        input,
        stdio: ['pipe', 'pipe', 'pipe'],
      });
    },
  };
}
