import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { networkInterfaces } from 'node:os';
import { join, resolve } from 'node:path';
import { fail } from './options.js';

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
 * @property {boolean} [classroom] open to the network
 * @property {boolean} [lecture] lab, and load unless it is a classroom
 * @property {boolean} [lab] lab calls, a slow server for them to call, and one pool of workers
 * @property {number} [workers] of that pool, and threads of the Node.js chat that take lab calls
 * @property {number} [processes] of each chat, with Redis between them where there are several (1)
 * @property {string | null} [redis] address of a Redis that runs already
 * @property {string} [socketServer] the WebSocket server behind the Laravel chat: `loop` (our own) or `pusher`
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

/** A part's unix socket. Only its owner may open it. @param {Instance} it @param {string} part */
export const socketOf = (it, part) => join(it.dir, `run/${part}.sock`);

/**
 * The address of a part as a client on this machine reaches it.
 * @param {Instance} it
 * @param {string} scheme
 * @param {number} port
 */
export function address(it, scheme, port) {
  const { host } = it.options;
  const own = host === '::' ? '::1' : loopback;
  return `${scheme}://${inUrl(isLoopback(host) ? host : own)}:${port}`;
}

/** @param {Instance} it */
export function remember(it) {
  writeFileSync(join(it.dir, 'instance.json'), JSON.stringify(it.options, null, 2) + '\n', { mode: 0o600 });
}

/**
 * The instance as its last `infra/up` left it, or null where there was none.
 * @param {string} name
 */
export function recall(name) {
  try {
    return instance(name, JSON.parse(readFileSync(join(root, 'var', name, 'instance.json'), 'utf8')));
  } catch (error) {
    const { code } = /** @type {NodeJS.ErrnoException} */ (error);
    if (code === 'EACCES') fail(`var/${name} is ${ownerOf(join(root, 'var', name))}'s: go on as that user.`);
    if (code === 'ENOENT') return null;
    throw error;
  }
}

/** The name of a folder's owner. @param {string} dir */
export const ownerOf = (dir) => execFileSync('stat', ['-c', '%U', dir], { encoding: 'utf8' }).trim();
