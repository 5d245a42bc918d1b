import { readFileSync, writeFileSync } from 'node:fs';
import { networkInterfaces } from 'node:os';
import { join, resolve } from 'node:path';
import { fail } from './commandLine.js';

export const root = resolve(import.meta.dirname, '../..');

/** Where what only the parts themselves talk to listens. */
export const loopback = '127.0.0.1';

const hasIpv6 = Object.values(networkInterfaces()).some((all) => all?.some(({ address }) => address === '::1'));

export const isLoopback = (/** @type {string} */ host) => /^(127\.|::1$)/.test(host);

/**
 * The addresses on which a chat listens: its host, and loopback for what this machine's own programs ask. A browser may
 * take 127.0.0.1 or ::1 for `localhost`: another account may have neither.
 * @param {string} host
 * @returns {string[]}
 */
export function listenHosts(host) {
  if (host === '::') return [host];
  const taken = host === '0.0.0.0' ? loopback : host;
  return [host, ...[loopback, ...(hasIpv6 ? ['::1'] : [])].filter((address) => address !== taken)];
}

/** An address as a URL has it. @param {string} host */
export const inUrl = (host) => (host.includes(':') ? `[${host}]` : host);

/** First port of each part; an instance adds its offset. Databases and php-fpm have unix sockets. */
const firstPorts = { node: 3000, laravel: 8000, loop: 6001, slow: 5000 };

/** `infra/up` without options. */
const defaults = {
  host: loopback, // that the chats listen on
  offset: 0, // added to every port
  only: /** @type {'node' | 'laravel' | null} */ (null),
  real: false, // database servers in place of SQLite
  mongo: /** @type {string | null} */ (null), // with real: a program that speaks MongoDB's protocol, or an address
  mariadb: /** @type {Record<string, string> | null} */ (null), // with real: DB_HOST and more of one that runs already
  redis: /** @type {string | null} */ (null), // address of one that runs already
  processes: 1, // of each chat, with Redis between them where there are several
  load: false, // settings for load runs: no rate limits, cheap passwords, queues for a flood
  lecture: false, // lab calls, and load unless it is a classroom
  classroom: false, // open to the network
  joinCode: /** @type {string | null} */ (null), // needed to register
  lab: false, // lab calls, a slow server for them to call, and one pool of workers
  workers: 4, // of that pool, and threads of the Node.js chat that take lab calls
  limits: true, // whether calls are limited
  overloadLimits: true, // whether nginx and workers refuse what overloads them: infra/test is many users at one address
  trustProxy: false, // whether X-Forwarded-For of a proxy on this machine is believed
  socketServer: 'loop', // of the Laravel chat: our own, or `pusher`, another of the Pusher protocol
};
/** @typedef {typeof defaults} Options */

/**
 * @typedef {object} Instance one running (or stopped) pair of chats with its own ports and files
 * @property {string} name
 * @property {string} dir var/NAME
 * @property {Options} options
 * @property {typeof firstPorts} ports
 */

/**
 * @param {string} name
 * @param {Partial<Options>} [options] those that differ from the defaults
 * @returns {Instance}
 */
export function createInstance(name, options = {}) {
  const { offset = 0 } = options;
  const ports = Object.fromEntries(Object.entries(firstPorts).map(([part, port]) => [part, port + offset]));
  return {
    name,
    dir: join(root, 'var', name),
    options: { ...defaults, ...options },
    ports: /** @type {typeof firstPorts} */ (ports),
  };
}

/** A part's unix socket. Only its owner may open it. @param {Instance} instance @param {string} part */
export const socketOf = (instance, part) => join(instance.dir, `run/${part}.sock`);

/**
 * The address of a part as a client on this machine reaches it.
 * @param {Instance} instance
 * @param {string} scheme
 * @param {number} port
 */
export function addressOf({ options: { host } }, scheme, port) {
  const own = host === '::' ? '::1' : loopback;
  return `${scheme}://${inUrl(isLoopback(host) ? host : own)}:${port}`;
}

/** @param {Instance} instance */
export function saveInstance({ dir, options }) {
  writeFileSync(join(dir, 'instance.json'), JSON.stringify(options, null, 2) + '\n', { mode: 0o600 });
}

/**
 * The instance as its last `infra/up` left it, or null where there was none.
 * @param {string} name
 */
export function readInstance(name) {
  try {
    return createInstance(name, JSON.parse(readFileSync(join(root, 'var', name, 'instance.json'), 'utf8')));
  } catch (error) {
    const { code } = /** @type {NodeJS.ErrnoException} */ (error);
    if (code === 'EACCES') fail(`var/${name} is another user's: go on as that user.`);
    if (code === 'ENOENT') return null;
    throw error;
  }
}
