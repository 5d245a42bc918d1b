import { execFileSync } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import { availableParallelism, userInfo } from 'node:os';
import { join } from 'node:path';
import { defaultWorkers, root } from '../instance.js';
import { onPath } from '../on-path.js';
import { render } from '../render.js';
import { fpmSocket, laravelEnv } from './laravel.js';
import { hasLabCalls, takesFloods } from './shared-env.js';

/** @typedef {import('../instance.js').Instance} Instance */

const NICE = 5;

/** Six queues for a flood, as php-fpm.pool.conf says. Lab calls are to show one queue. @param {Instance} it */
export const pools = (it) => (takesFloods(it) && !hasLabCalls(it) ? [1, 2, 3, 4, 5, 6] : [1]);

/** A worker waits for the database a part of its time, so there are more than cores. @param {Instance} it */
const children = (it) =>
  hasLabCalls(it)
    ? (it.options.workers ?? defaultWorkers)
    : Math.max(2, Math.ceil((4 * availableParallelism()) / pools(it).length));

const asRoot = process.getuid?.() === 0;

/** @param {Instance} it */
function prepare(it) {
  const { username, gid } = userInfo();
  const values = {
    DIR: it.dir,
    RUN: join(it.dir, 'run'),
    USER_LINE: asRoot ? `user = ${username}\ngroup = ${gid}` : '',
    BACKLOG: takesFloods(it) ? 4096 : 2048,
    CHILDREN: children(it),
    LOGIN_CHILDREN: Math.max(2, Math.floor(availableParallelism() / 2)),
  };
  render('php-fpm.conf', join(it.dir, 'php-fpm.conf'), values);
  const folder = join(it.dir, 'php-fpm.d');
  rmSync(folder, { recursive: true, force: true });
  for (const pool of pools(it)) render('php-fpm.pool.conf', join(folder, `${pool}.conf`), { ...values, POOL: pool });
}

/** The php-fpm of the `php` that runs the loop. Debian's has its version in its name. */
export function fpmProgram() {
  const version = execFileSync('php', ['-r', 'echo PHP_MAJOR_VERSION, ".", PHP_MINOR_VERSION;'], { encoding: 'utf8' });
  return onPath(`php-fpm${version}`) ?? onPath('php-fpm') ?? `php-fpm${version}`;
}

/** Settings of PHP itself. @type {Record<string, string>} */
export const phpIni = {
  // An empty first entry stands for the system's own folder.
  PHP_INI_SCAN_DIR: `:${join(root, 'infra/etc/php')}`,
  CHAT_PRELOAD: existsSync(join(root, 'laravel-chat/preload.php')) ? join(root, 'laravel-chat/preload.php') : '',
  CHAT_PRELOAD_USER: asRoot ? userInfo().username : '',
};

/** @param {Instance} it */
export function phpFpm(it) {
  const sockets = pools(it).map((pool) => fpmSocket(it, pool));
  return {
    name: 'fpm',
    command: [
      // Where both want a core the loop has it, since everybody's sockets are on it.
      ...['nice', `--adjustment=${NICE}`, fpmProgram(), '--nodaemonize', '--force-stderr'],
      `--fpm-config=${join(it.dir, 'php-fpm.conf')}`,
      ...(asRoot ? ['--allow-to-run-as-root'] : []),
    ],
    env: { ...laravelEnv(it), ...phpIni },
    url: 'unix:run/fpm-1.sock',
    sockets,
    prepare: () => prepare(it),
  };
}
