import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';
import { addressOf, inUrl, listenHosts, root, socketOf } from './instance.js';
import { onPath } from './onPath.js';

/** @import { Instance } from './instance.js' */

const { lab, limits } = JSON.parse(readFileSync(join(root, 'contract/contract.json'), 'utf8'));

/** Tells whether it has queues and processes for 20,000 clients at once. @param {Instance} instance */
const takesFloods = ({ options }) => options.real || options.load;

/** A flood needs six queues (php-fpm.pool.conf). Lab calls must show one queue. @param {Instance} instance */
export const pools = (instance) => (takesFloods(instance) && !instance.options.lab ? [1, 2, 3, 4, 5, 6] : [1]);

/** A program that can open this socket can let php-fpm run any code. @param {Instance} instance @param {number} pool */
export const fpmSocket = (instance, pool) => socketOf(instance, `fpm-${pool}`);

/** Finds the php-fpm of the `php` that runs the loop. Debian's has its version in its name. */
export function fpmProgram() {
  const version = execFileSync('php', ['-r', 'echo PHP_MAJOR_VERSION, ".", PHP_MINOR_VERSION;'], { encoding: 'utf8' });
  return onPath(`php-fpm${version}`) ?? onPath('php-fpm') ?? `php-fpm${version}`;
}

/** Workers wait for the database part of their time, so there are more than cores. @param {Instance} instance */
const workersPerPool = (instance) =>
  instance.options.lab
    ? instance.options.workers
    : Math.max(2, Math.ceil((4 * availableParallelism()) / pools(instance).length));

/** Writes the settings of nginx and php-fpm to var/NAME. @param {Instance} instance */
export function configure(instance) {
  const { dir, options, ports } = instance;
  const values = {
    ROOT: root,
    DIR: dir,
    RUN: join(dir, 'run'),
    LIMITS: options.limits ? 'on' : 'off',
    OVERLOAD_LIMITS: options.overloadLimits ? 'on' : 'off',
    POOLS: pools(instance)
      .map((pool) => `server unix:${fpmSocket(instance, pool)} max_fails=0;`)
      .join('\n    '),
    LISTEN: listenHosts(options.host)
      .map((host) => `listen ${inUrl(host)}:${ports.laravel} backlog=4096 reuseport;`)
      .join('\n    '),
    LOOP: addressOf(instance, 'http', ports.loop),
    LAB_CALLS: options.workers + lab.waitingMax,
  };
  for (const folder of ['nginx.d', 'php-fpm.d']) rmSync(join(dir, folder), { recursive: true, force: true });
  for (const name of ['nginx.conf', 'nginx.php.conf', 'php-fpm.conf']) render(name, join(dir, name), values);
  writeFileSync(join(dir, 'nginx.contract.conf'), execFileSync('php', [join(root, 'infra/etc/nginx.contract.php')]));
  const pool = (/** @type {number | 'login'} */ POOL, /** @type {number} */ BACKLOG, /** @type {number} */ CHILDREN) =>
    render('php-fpm.pool.conf', join(dir, `php-fpm.d/${POOL}.conf`), { ...values, POOL, BACKLOG, CHILDREN });
  for (const number of pools(instance)) pool(number, takesFloods(instance) ? 4096 : 2048, workersPerPool(instance));
  // Few workers: the other cores stay free while passwords are hashed. The queue is short: beyond it nginx answers 429.
  pool('login', limits.loginsWaitingMax, Math.max(2, Math.floor(availableParallelism() / 2)));
  if (options.lab) render('nginx.lab.conf', join(dir, 'nginx.d/lab.conf'), values);
  if (options.trustProxy) render('nginx.proxy.conf', join(dir, 'nginx.d/proxy.conf'), values);
}

/**
 * Copies a file of infra/etc and replaces each ${NAME} by its value.
 * @param {string} name @param {string} to path of the copy @param {Record<string, string | number>} values
 * @throws {Error} if the file names a value that is not given
 */
function render(name, to, values) {
  const text = readFileSync(join(root, 'infra/etc', name), 'utf8').replaceAll(/\$\{([A-Z_]+)\}/g, (_, key) => {
    if (values[key] === undefined) throw new Error(`infra/etc/${name} needs a value for ${key}`);
    return `${values[key]}`;
  });
  mkdirSync(dirname(to), { recursive: true });
  writeFileSync(to, text);
}
