import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = resolve(dirname(fileURLToPath(import.meta.url)), '../..');

/** Where what only the parts themselves talk to listens. */
export const loopback = '127.0.0.1';

/** First port of each part; an instance adds its offset. Databases and php-fpm have unix sockets. */
const firstPorts = { node: 3000, laravel: 8000, loop: 6001, status: 9100 };

/** Beyond the last port of the last instance. */
export const portsEnd = Math.max(...Object.values(firstPorts)) + 1000;

/**
 * @typedef {object} Options what `infra/up` was asked for
 * @property {string} host address that the chats listen on
 * @property {number} offset added to every port
 * @property {'node' | 'laravel' | null} only
 * @property {boolean} real database servers in place of the embedded stores
 * @property {string | null} [mongo] with real: the program that serves the MongoDB protocol, or a mongodb:// address
 * @property {boolean} load settings for load runs: no rate limits, cheap passwords
 */

/**
 * @typedef {object} Instance one running (or stopped) pair of chats with its own ports and files
 * @property {string} name
 * @property {string} dir var/NAME
 * @property {Options} options
 * @property {typeof firstPorts} ports
 */

/**
 * @param {string} name
 * @param {Options} options
 * @returns {Instance}
 */
export function instance(name, options) {
  const ports = Object.fromEntries(Object.entries(firstPorts).map(([part, port]) => [part, port + options.offset]));
  return { name, dir: join(root, 'var', name), options, ports: /** @type {typeof firstPorts} */ (ports) };
}

/**
 * The address of a part as a client on this machine reaches it.
 * @param {Instance} it
 * @param {string} scheme
 * @param {number} port
 */
export function address(it, scheme, port) {
  const host = { '0.0.0.0': loopback, '::': '[::1]' }[it.options.host] ?? it.options.host;
  return `${scheme}://${host}:${port}`;
}

/** @param {Instance} it */
export function remember(it) {
  mkdirSync(it.dir, { recursive: true });
  writeFileSync(join(it.dir, 'instance.json'), JSON.stringify(it.options, null, 2) + '\n');
}

/**
 * The instance as its last `infra/up` left it, or null where there was none.
 * @param {string} name
 */
export function recall(name) {
  const file = join(root, 'var', name, 'instance.json');
  return existsSync(file) ? instance(name, JSON.parse(readFileSync(file, 'utf8'))) : null;
}

/** Every instance that var/ knows. */
export function recallAll() {
  const folder = join(root, 'var');
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .map(recall)
    .filter((it) => it !== null);
}
