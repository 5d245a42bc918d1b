import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism, userInfo } from 'node:os';
import { join } from 'node:path';
import { defaultWorkers, root } from '../instance.js';
import { machineLimits } from '../machine-limits.js';
import { onPath } from '../on-path.js';
import { allAnswer, answersFastCgi } from '../pulses.js';
import { fpmSocket, laravelEnv } from './laravel.js';
import { hasLabCalls, takesFloods } from './shared-env.js';

/** @typedef {import('../instance.js').Instance} Instance */

const NICE = 5;

/** Connections that wait in one pool's queue, and those that Linux lets wait in any. */
export const backlog = Math.min(4096, machineLimits().find(({ name }) => name === 'net.core.somaxconn')?.is ?? 4096);

/**
 * A unix socket whose queue is full refuses at once. Six pools make six queues: nginx puts each request into the shortest,
 * and 20,000 users wait without one refused. Where nobody floods that hard, one pool is enough; and lab calls are to show one queue.
 * @param {Instance} it
 */
export const pools = (it) => (takesFloods(it) && !hasLabCalls(it) ? [1, 2, 3, 4, 5, 6] : [1]);

/** A worker waits for the database or a password hash part of its time, so there are more than cores. @param {Instance} it */
export const children = (it) =>
  hasLabCalls(it)
    ? (it.options.workers ?? defaultWorkers)
    : Math.max(2, Math.ceil((4 * availableParallelism()) / pools(it).length));

/**
 * Logins have a pool of their own, as small as keeps the cores free for everybody else: hashing a password takes 55 ms. Its queue is
 * as short as the contract says; what does not fit is refused at once, and nginx says so.
 * @param {Instance} it
 */
export const fpmLoginSocket = (it) => join(it.dir, 'run/fpm-login.sock');
const { loginsWaitingMax } = JSON.parse(readFileSync(join(root, 'contract/contract.json'), 'utf8')).limits;
const loginChildren = Math.max(2, Math.floor(availableParallelism() / 2));

/**
 * So have pages of messages: one of 200 long ones takes 14 ms, and a hundred that are asked for at once would have every send wait behind them.
 * @param {Instance} it
 */
export const fpmPagesSocket = (it) => join(it.dir, 'run/fpm-pages.sock');
export const pageChildren = Math.max(2, availableParallelism());

/**
 * And searches, each of which has a processor for as long as a dozen pages: who searches waits for others who do, and no reader for them.
 * @param {Instance} it
 */
export const fpmSearchesSocket = (it) => join(it.dir, 'run/fpm-searches.sock');
/** A queue has no turns. So the few of each who searches have one, and a worker of their own have all that somebody asks for beyond these. @param {Instance} it */
export const fpmMoreSearchesSocket = (it) => join(it.dir, 'run/fpm-more-searches.sock');
/** Room for those who only say that they have a session, whom a worker sends away in a millisecond or two; SearchTurns.php and searchWaitSeconds bound how long the others wait. */
export const searchesWaitingMax = Math.min(1000, backlog);
const MORE_SEARCHES_WAITING = 100;
// With the one beside them no more than SearchTurns.php lets run at once.
const searchChildren = Math.min(2, Math.max(1, Math.floor(availableParallelism() / 2)));

/** Where a pool tells of its workers without needing one of them. @param {Instance} it @param {number | string} pool */
export const fpmStatusSocket = (it, pool) => join(it.dir, `run/fpm-status-${pool}.sock`);

/** @param {Instance} it */
function config(it) {
  const { username, gid } = userInfo();
  const owner = process.getuid?.() === 0 ? `user=${username}\ngroup=${gid}\n` : '';
  const pool = (
    /** @type {string} */ name,
    /** @type {{socket: string, queue: number, workers: number}} */ { socket, queue, workers },
  ) => `[${name}]
${owner}listen=${socket}
listen.mode=0600
listen.backlog=${queue}
pm=static
pm.max_children=${workers}
clear_env=no
catch_workers_output=yes
decorate_workers_output=no
request_terminate_timeout=60
`;
  const chat = (/** @type {number} */ number) => `${pool(`chat-${number}`, {
    socket: fpmSocket(it, number),
    queue: backlog,
    workers: children(it),
  })}pm.status_path=/fpm-status
pm.status_listen=${fpmStatusSocket(it, number)}
ping.path=/ping
`;
  const login = pool('login', { socket: fpmLoginSocket(it), queue: loginsWaitingMax, workers: loginChildren });
  const pages = pool('pages', { socket: fpmPagesSocket(it), queue: backlog, workers: pageChildren });
  const searches = pool('searches', {
    socket: fpmSearchesSocket(it),
    queue: searchesWaitingMax,
    workers: searchChildren,
  });
  const moreSearches = pool('more-searches', {
    socket: fpmMoreSearchesSocket(it),
    queue: MORE_SEARCHES_WAITING,
    workers: 1,
  });
  return `[global]
error_log=/dev/stderr
log_limit=8192
daemonize=no
${pools(it).map(chat).join('')}${login}${pages}${searches}${moreSearches}`;
}

/** The php-fpm of the `php` that runs the loop. Debian's has its version in its name. */
function program() {
  const version = execFileSync('php', ['-r', 'echo PHP_MAJOR_VERSION, ".", PHP_MINOR_VERSION;'], { encoding: 'utf8' });
  return onPath(`php-fpm${version}`) ?? onPath('php-fpm') ?? `php-fpm${version}`;
}

/** @param {Instance} it */
export function phpFpm(it) {
  const file = join(it.dir, 'php-fpm.conf');
  const preload = join(root, 'laravel-chat/preload.php');
  const asRoot = process.getuid?.() === 0;
  const settings = {
    'opcache.enable': '1',
    'opcache.memory_consumption': '128',
    'opcache.max_accelerated_files': '10000',
    // The code changes only with a restart, so no request has to look whether it did.
    'opcache.validate_timestamps': '0',
    'opcache.jit': 'off',
    ...(existsSync(preload) && { 'opcache.preload': preload }),
    ...(asRoot && { 'opcache.preload_user': userInfo().username }),
    realpath_cache_size: '4M',
    post_max_size: '2M',
    display_errors: '0',
    // Without warnings, until Laravel asks for all: PHP reads forms and cookies before that, and has a line for each that is too large.
    error_reporting: '32765',
    expose_php: '0',
  };
  const sockets = pools(it).map((pool) => fpmSocket(it, pool));
  return {
    name: 'fpm',
    command: [
      // Where both want a core the loop has it, since everybody's sockets are on it.
      'nice',
      `--adjustment=${NICE}`,
      program(),
      '--nodaemonize',
      '--force-stderr',
      `--fpm-config=${file}`,
      ...(asRoot ? ['--allow-to-run-as-root'] : []),
      ...Object.entries(settings).flatMap(([name, value]) => ['-d', `${name}=${value}`]),
    ],
    env: laravelEnv(it),
    url: 'unix:run/fpm-1.sock',
    sockets,
    // Not the pools of logins, pages and searches: a queue that is full is no fault.
    pulse: allAnswer(sockets.map(answersFastCgi)),
    prepare: () => writeFileSync(file, config(it)),
  };
}
