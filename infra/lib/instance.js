import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { networkInterfaces } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isJoinCode } from './join-code.js';
import { fail } from './options.js';
import { isOutside } from './parts/mariadb.js';
import { printable } from './printable.js';

export const root = resolve(dirname(fileURLToPath(import.meta.url)), '../..');

/** Where what only the parts themselves talk to listens. */
export const loopback = '127.0.0.1';

const hasIpv6 = Object.values(networkInterfaces()).some((all) => all?.some(({ address }) => address === '::1'));

/**
 * The addresses on which a chat listens. A browser may take 127.0.0.1 or ::1 for `localhost`: another account may
 * have neither.
 * @param {string} host
 * @returns {string[]}
 */
export function listenHosts(host) {
  const beside = /** @type {Record<string, string>} */ ({ [loopback]: '::1', '::1': loopback, '0.0.0.0': '::1' })[host];
  return beside && (beside !== '::1' || hasIpv6) ? [host, beside] : [host];
}

/** An address as a URL has it. @param {string} host */
export const inUrl = (host) => (host.includes(':') ? `[${host}]` : host);

/** The WebSocket server of the Laravel chat, unless another one is chosen. */
export const ownSocketServer = 'loop';

/** @param {string} name as CHAT_SOCKET_SERVER has it */
export const isSocketServer = (name) => name === ownSocketServer || name === 'pusher';

/** First port of each part; an instance adds its offset. Databases and php-fpm have unix sockets. */
const firstPorts = { node: 3000, laravel: 8000, loop: 6001, slow: 5000 };

/** Whether an instance may be called so: its name is a folder of var/. @param {string} name */
export const isInstanceName = (name) => /^[a-z0-9][a-z0-9-]*$/.test(name);

/** Default size of a pool that takes lab calls. */
export const defaultWorkers = 4;

export const { workersMax } = JSON.parse(readFileSync(join(root, 'contract/contract.json'), 'utf8')).lab;

/** Whether a pool that takes lab calls may have so many workers. @param {number} count */
export const isWorkers = (count) => Number.isInteger(count) && count >= 1 && count <= workersMax;

/** Beyond the last port of the last instance. */
export const portsEnd = Math.max(...Object.values(firstPorts)) + 1000;

/**
 * @typedef {object} Options of `infra/up`
 * @property {string} host address that the chats listen on
 * @property {number} offset added to every port
 * @property {'node' | 'laravel' | null} only
 * @property {boolean} real database servers in place of the embedded stores
 * @property {string | null} [mongo] with real: the program that serves the MongoDB protocol, or a mongodb:// address
 * @property {Record<string, string> | null} [mariadb] with real: DB_HOST and more of a server that runs already
 * @property {boolean} load settings for load runs: no rate limits, cheap passwords, queues for a flood
 * @property {string | null} [joinCode] needed to register
 * @property {boolean} [classroom] for everybody in the network
 * @property {boolean} [lecture] load and lab
 * @property {boolean} [lab] lab calls, a slow server for them to call, and one pool of workers
 * @property {number} [workers] of that pool, and threads of the Node.js chat that take lab calls
 * @property {string} [socketServer] which WebSocket server is behind the Laravel chat, as CHAT_SOCKET_SERVER names it; the project's own unless given
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
  const host = { '0.0.0.0': loopback, '::': '::1' }[it.options.host] ?? it.options.host;
  return `${scheme}://${inUrl(host)}:${port}`;
}

/** @param {Instance} it */
export function remember(it) {
  mkdirSync(it.dir, { recursive: true });
  writeFileSync(join(it.dir, 'instance.json'), JSON.stringify(it.options, null, 2) + '\n');
}

/**
 * Reads the options that `remember` wrote. A file of another shape is refused.
 * @param {string} text
 * @returns {Options | null}
 */
function optionsIn(text) {
  try {
    const {
      host,
      offset,
      only = null,
      real,
      mongo = null,
      mariadb = null,
      load,
      joinCode = null,
      classroom = false,
      lecture = false,
      lab = false,
      workers = defaultWorkers,
      socketServer = ownSocketServer,
    } = JSON.parse(text);
    const fits =
      /^[\w.:-]{1,255}$/.test(host) &&
      Number.isInteger(offset) &&
      offset >= 0 &&
      offset < 1000 &&
      [null, 'node', 'laravel'].includes(only) &&
      [real, load, classroom, lecture, lab].every((value) => typeof value === 'boolean') &&
      (mongo === null || typeof mongo === 'string') &&
      (mariadb === null || isOutside(mariadb)) &&
      (joinCode === null || isJoinCode(joinCode)) &&
      isWorkers(workers) &&
      /^[a-z-]{1,40}$/.test(socketServer);
    return fits
      ? { host, offset, only, real, mongo, mariadb, load, joinCode, classroom, lecture, lab, workers, socketServer }
      : null;
  } catch {
    return null;
  }
}

/**
 * The instance as its last `infra/up` left it, or null if there was none. Throws if its file is damaged.
 * @param {string} name
 */
function known(name) {
  const file = join(root, 'var', name, 'instance.json');
  if (!existsSync(file)) return null;
  const options = optionsIn(readFileSync(file, 'utf8'));
  if (options === null) throw new Error(`${file} is damaged`);
  return instance(name, options);
}

/**
 * The instance as its last `infra/up` left it, or null where there was none.
 * @param {string} name
 */
export function recall(name) {
  if (!isInstanceName(name)) fail('--instance takes lower-case letters, digits and -', 2);
  try {
    return known(name);
  } catch (error) {
    return fail(`${/** @type {Error} */ (error).message}: remove it, or use the instance as who owns it.`);
  }
}

/** Every instance that var/ knows; of one whose file is damaged, a line is told. */
export function recallAll() {
  const folder = join(root, 'var');
  if (!existsSync(folder)) return [];
  return readdirSync(folder).flatMap((name) => {
    try {
      return known(name) ?? [];
    } catch (error) {
      console.error(`${printable(/** @type {Error} */ (error).message)}: left out.`);
      return [];
    }
  });
}
