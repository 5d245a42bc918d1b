import { existsSync, writeFileSync } from 'node:fs';
import { availableParallelism, userInfo } from 'node:os';
import { join } from 'node:path';
import { loopback, root } from '../instance.js';
import { onPath } from '../on-path.js';
import { laravelEnv } from './laravel.js';

/** @typedef {import('../instance.js').Instance} Instance */

/** Where php-fpm tells of its workers without needing one of them: a socket of its own. @param {Instance} it */
export const fpmStatusSocket = (it) => join(it.dir, 'run/fpm-status.sock');

/** A worker waits for the database or a password hash part of its time, so there are more than cores. */
const children = Math.max(8, 4 * availableParallelism());

/** @param {Instance} it */
function config(it) {
  const { username } = userInfo();
  return `[global]
error_log=/dev/stderr
log_limit=8192
daemonize=no
[chat]
user=${username}
group=${username}
listen=${loopback}:${it.ports.fpm}
; On TCP and this long: a full queue of a unix socket is refused at once, and a refusal looks like a fast answer.
listen.backlog=4096
listen.allowed_clients=${loopback}
pm=static
pm.max_children=${children}
pm.status_path=/fpm-status
pm.status_listen=${fpmStatusSocket(it)}
clear_env=no
catch_workers_output=yes
decorate_workers_output=no
request_terminate_timeout=60
`;
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
    env: { ...laravelEnv(it), CHAT_WORKERS_STATUS: `http://${loopback}:${it.ports.fpmStatus}/fpm-status` },
    url: `tcp://${loopback}:${it.ports.fpm}`,
    port: it.ports.fpm,
    prepare: () => writeFileSync(file, config(it)),
  };
}
