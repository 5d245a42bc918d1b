import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';
import { address, inUrl, listenHosts, root, socketOf } from './instance.js';
import { onPath } from './onPath.js';

/** @typedef {import('./instance.js').Instance} Instance */

const { lab } = JSON.parse(readFileSync(join(root, 'contract/contract.json'), 'utf8'));

/** Whether it has the queues and processes for 20,000 clients at once. @param {Instance} it */
const takesFloods = ({ options }) => options.real || options.load;

/** Whether rate limits and shares of an address are lifted. @param {Instance} it */
const limitsAreOff = ({ options }) => options.load || process.env.CHAT_LIMITS === 'off';

/**
 * Whether nginx counts no addresses and workers take sends that have waited for long. infra/test has it so: one address
 * sends what many would.
 * @param {Instance} it
 */
const overloadLimitsAreOff = (it) => limitsAreOff(it) || process.env.CHAT_OVERLOAD_LIMITS === 'off';

/** Six queues for a flood, as php-fpm.pool.conf says. Lab calls are to show one queue. @param {Instance} it */
export const pools = (it) => (takesFloods(it) && !it.options.lab ? [1, 2, 3, 4, 5, 6] : [1]);

/** A program that reaches it can have php-fpm run any code. @param {Instance} it @param {number} pool */
export const fpmSocket = (it, pool) => socketOf(it, `fpm-${pool}`);

/** The php-fpm of the `php` that runs the loop. Debian's has its version in its name. */
export function fpmProgram() {
  const version = execFileSync('php', ['-r', 'echo PHP_MAJOR_VERSION, ".", PHP_MINOR_VERSION;'], { encoding: 'utf8' });
  return onPath(`php-fpm${version}`) ?? onPath('php-fpm') ?? `php-fpm${version}`;
}

/** A worker waits for the database a part of its time, so there are more than cores. @param {Instance} it */
const children = (it) =>
  it.options.lab ? Number(it.options.workers) : Math.max(2, Math.ceil((4 * availableParallelism()) / pools(it).length));

/**
 * Writes the settings of nginx and php-fpm to var/NAME.
 * @param {Instance} it
 */
export function configure(it) {
  const values = {
    ROOT: root,
    DIR: it.dir,
    RUN: join(it.dir, 'run'),
    BACKLOG: takesFloods(it) ? 4096 : 2048,
    CHILDREN: children(it),
    LOGIN_CHILDREN: Math.max(2, Math.floor(availableParallelism() / 2)),
    LIMITS: limitsAreOff(it) ? 'off' : 'on',
    OVERLOAD_LIMITS: overloadLimitsAreOff(it) ? 'off' : 'on',
    POOLS: pools(it)
      .map((pool) => `server unix:${fpmSocket(it, pool)} max_fails=0;`)
      .join('\n    '),
    LISTEN: listenHosts(it.options.host)
      .map((host) => `listen ${inUrl(host)}:${it.ports.laravel} backlog=4096 reuseport;`)
      .join('\n    '),
    LOOP: address(it, 'http', it.ports.loop),
    LAB_CALLS: Number(it.options.workers) + lab.waitingMax,
  };
  for (const folder of ['nginx.d', 'php-fpm.d']) rmSync(join(it.dir, folder), { recursive: true, force: true });
  for (const name of ['nginx.conf', 'nginx.php.conf', 'nginx.errors.conf', 'php-fpm.conf'])
    render(name, join(it.dir, name), values);
  for (const pool of pools(it))
    render('php-fpm.pool.conf', join(it.dir, `php-fpm.d/${pool}.conf`), { ...values, POOL: pool });
  if (it.options.lab) render('nginx.lab.conf', join(it.dir, 'nginx.d/lab.conf'), values);
  if (process.env.CHAT_TRUST_PROXY === '1') render('nginx.proxy.conf', join(it.dir, 'nginx.d/proxy.conf'), values);
}

/**
 * Copies a file of infra/etc with a value in place of each ${NAME}.
 * @param {string} name a file in infra/etc
 * @param {string} to path of the copy
 * @param {Record<string, string | number>} values
 * @throws {Error} where the file names a value that is not given
 */
function render(name, to, values) {
  const text = readFileSync(join(root, 'infra/etc', name), 'utf8').replaceAll(/\$\{([A-Z_]+)\}/g, (_, key) => {
    if (values[key] === undefined) throw new Error(`infra/etc/${name} needs a value for ${key}`);
    return `${values[key]}`;
  });
  mkdirSync(dirname(to), { recursive: true });
  writeFileSync(to, text);
}
