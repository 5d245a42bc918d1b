import { existsSync, writeFileSync } from 'node:fs';
import { availableParallelism, userInfo } from 'node:os';
import { join } from 'node:path';
import { loopback, root } from '../instance.js';
import { onPath } from '../on-path.js';
import { laravelEnv } from './laravel.js';

/** @typedef {import('../instance.js').Instance} Instance */

/**
 * A queue before a socket holds 4096 connections (Linux' somaxconn), and what does not fit is lost after a while. Six
 * pools make six queues: nginx puts each request into the shortest, and 20,000 users wait without one failing.
 */
export const pools = [1, 2, 3, 4, 5, 6];

/** A worker waits for the database or a password hash part of its time, so there are more than cores. */
const children = Math.max(2, Math.ceil((4 * availableParallelism()) / pools.length));

/** @param {Instance} it @param {number} pool */
export const fpmPort = (it, pool) => it.ports.fpm + 1000 * (pool - 1);

/** Where a pool tells of its workers without needing one of them. @param {Instance} it @param {number | string} pool */
export const fpmStatusSocket = (it, pool) => join(it.dir, `run/fpm-status-${pool}.sock`);

/** @param {Instance} it */
function config(it) {
  const { username } = userInfo();
  const pool = (/** @type {number} */ number) => `[chat-${number}]
user=${username}
group=${username}
listen=${loopback}:${fpmPort(it, number)}
; On TCP and this long: a full queue of a unix socket is refused at once, and a refusal looks like a fast answer.
listen.backlog=4096
listen.allowed_clients=${loopback}
pm=static
pm.max_children=${children}
pm.status_path=/fpm-status
pm.status_listen=${fpmStatusSocket(it, number)}
clear_env=no
catch_workers_output=yes
decorate_workers_output=no
request_terminate_timeout=60
`;
  return `[global]
error_log=/dev/stderr
log_limit=8192
daemonize=no
${pools.map(pool).join('')}`;
}

/** @param {Instance} it */
export function phpFpm(it) {
  const file = join(it.dir, 'php-fpm.conf');
  const preload = join(root, 'laravel-chat/preload.php');
  const settings = {
    'opcache.enable': '1',
    'opcache.memory_consumption': '128',
    'opcache.max_accelerated_files': '10000',
    // The code changes only with a restart, so no request has to look whether it did.
    'opcache.validate_timestamps': '0',
    'opcache.jit': 'off',
    ...(existsSync(preload) && { 'opcache.preload': preload, 'opcache.preload_user': userInfo().username }),
    realpath_cache_size: '4M',
    post_max_size: '2M',
    display_errors: '0',
    expose_php: '0',
  };
  const asRoot = process.getuid?.() === 0 ? ['--allow-to-run-as-root'] : [];
  return {
    name: 'fpm',
    command: [
      onPath('php-fpm8.2') ?? 'php-fpm8.2',
      '--nodaemonize',
      '--force-stderr',
      `--fpm-config=${file}`,
      ...asRoot,
      ...Object.entries(settings).flatMap(([name, value]) => ['-d', `${name}=${value}`]),
    ],
    env: laravelEnv(it),
    url: `tcp://${loopback}:${it.ports.fpm}`,
    port: it.ports.fpm,
    morePorts: pools.slice(1).map((pool) => fpmPort(it, pool)),
    prepare: () => writeFileSync(file, config(it)),
  };
}
